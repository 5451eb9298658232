import { readConfig } from '../config.js';
import { findRunningDatabase } from '../platform/embedded-postgres/running-server.js';
import { StartProblem } from '../platform/start-problem.js';
import { runCommand } from './command.js';

/** `npm run database-url`: prints the URL with the password, for psql. */
async function databaseUrl(): Promise<void> {
  const config = readConfig();
  const url = config.databaseUrl ?? (await findRunningDatabase(config));
  if (!url) throw new StartProblem(`No service runs on ${config.dataDir}: its own PostgreSQL runs only while it does.`);
  console.log(url);
}

runCommand(databaseUrl);
