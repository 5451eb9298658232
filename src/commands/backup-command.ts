import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig, type Config } from '../config.js';
import { writeBackup } from '../platform/backup/write-backup.js';
import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { openCommandDatabase, runCommand } from './command.js';

const USAGE = 'Name a new folder for it: npm run backup -- ../backups/2026-12-24';

/** `npm run backup -- folder`: writes all rows and the files of DATA_DIR as of one instant, while the service runs. */
async function backup(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0) throw new StartProblem(USAGE);
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.length > 0) throw new StartProblem(`${folder} is not empty. ${USAGE}`);
  const config = readConfig();
  const database = await openCommandDatabase(config, createLog({ logLevel: 'error' }), { anySchema: true });
  try {
    const { tables, madeAt } = await writeBackup(database.url, folder, (to) => copyData(config, path.join(to, 'data')));
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    console.log(
      `${folder} has all ${tables.length} tables as they were at ${madeAt}: ${(bytes / 1e6).toFixed(1)} MB, compressed.`,
    );
    for (const line of missing(config)) console.log(line);
  } finally {
    await database.close();
  }
}

async function copyData({ dataDir, filesS3, keysAreGiven, production }: Config, to: string): Promise<void> {
  const kept = [
    ...(filesS3 ? [] : ['files']),
    ...(production ? [] : ['sandbox-bank.jsonl', 'development-jwt-secret']),
    ...(keysAreGiven ? [] : ['development-encryption-key']),
  ];
  const there = await readdir(dataDir);
  for (const name of kept.filter((one) => there.includes(one)))
    await cp(path.join(dataDir, name), path.join(to, name), { recursive: true, preserveTimestamps: true });
}

function missing({ filesS3, keysAreGiven }: Config): string[] {
  return [
    ...(filesS3 ? [`Not in it: uploaded pictures, which are in the bucket ${filesS3.bucket}.`] : []),
    keysAreGiven
      ? 'Not in it: ENCRYPTION_KEY, which opens its secrets. Keep that in a safe.'
      : 'The key of its secrets is in it: keep it where nobody else can read it.',
  ];
}

runCommand(backup);
