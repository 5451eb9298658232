import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../config.js';
import { restoreBackup } from '../platform/backup/restore-backup.js';
import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { openCommandDatabase, runCommand } from './command.js';

const USAGE = 'Name the folder of a backup: npm run restore -- ../backups/2026-12-24';
const KEY_FILE = 'development-encryption-key';

/** `npm run restore -- folder`: restores a backup into an empty database and DATA_DIR. The service must not run. */
async function restore(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0) throw new StartProblem(USAGE);
  const config = readConfig();
  const database = await openCommandDatabase(config, createLog({ logLevel: 'error' }), { anySchema: true });
  try {
    const { madeAt, tables } = await restoreBackup(database.url, folder);
    console.log(`The database has the ${tables.length} tables of ${madeAt}.`);
    console.log('Everybody logs in again: no token or session of before holds.');
    console.log(`Who was blocked, deleted or given another role or password since ${madeAt} is as then: do it again.`);
  } finally {
    await database.close();
  }
  const data = path.join(folder, 'data');
  const names: string[] = await readdir(data).catch(() => []);
  for (const name of names.filter((one) => one !== KEY_FILE || !config.keysAreGiven))
    await cp(path.join(data, name), path.join(config.dataDir, name), { recursive: true, preserveTimestamps: true });
  if (names.includes(KEY_FILE) && config.keysAreGiven)
    console.log(`Its secrets were stored with the key in ${path.join(data, KEY_FILE)}: put that behind yours in ENCRYPTION_KEY.`);
  console.log('Look at the books before you sell: npm run reconcile');
}

runCommand(restore);
