import 'reflect-metadata';
import { createApp } from '../app.js';
import { readConfig } from '../config.js';
import { createLog } from '../platform/log.js';
import { checkAllBooks } from '../reconciliation/books/check-books.js';
import { reconcileNow } from '../reconciliation/reconcile.js';
import { reportReconciliation } from '../reconciliation/reconciliation.service.js';
import { openCommandDatabase } from './command-database.js';
import { reportLines } from './report-text.js';
import { runCommand } from './run-command.js';

/**
 * `npm run reconcile`: one round of reconciliation at once, all books checked from the beginning, beside the service or without
 * it, and the report after it for people. It ends with 1 when the books disagree, with 2 when it could not be done.
 */
async function reconcile(): Promise<void> {
  const config = readConfig();
  const log = createLog({ logLevel: 'error' });
  const database = await openCommandDatabase(config, log);
  const { app, close } = createApp({ ...config, databaseUrl: database.url }, log);
  try {
    const rounds = await reconcileNow(app);
    await checkAllBooks(app);
    const report = await reportReconciliation(app);
    for (const line of reportLines(rounds, report)) console.log(line);
    if (report.disagreements.length > 0) process.exitCode = 1;
  } finally {
    await close();
    await database.close();
  }
}

runCommand(reconcile, 2);
