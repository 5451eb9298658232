import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../src/platform/embedded-postgres/embedded-database.js';
import { createLog } from '../src/platform/log.js';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { draftMigration } from './draft-migration.js';
import { lintMigration } from './lint-migration.js';

/*
 * `npm run migration -- name` writes prisma/migrations/<UTC time>_<name>/migration.sql with the differences between schema.prisma and
 * the migrations. Add SQL that Prisma cannot express by hand, before it is applied anywhere. `--empty` writes no SQL, for a release
 * that changes only functions: older versions then leave them as they are. It says what of the draft would stop the sale or old
 * processes (lint-migration.ts): write that otherwise.
 */
const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const LOCK_FILE = path.join(MIGRATIONS, 'migration_lock.toml');

const name = process.argv[2];
if (!name || !/^[a-z0-9_]{1,60}$/.test(name)) {
  console.error('Give the migration a name of small letters, digits and underscores: npm run migration -- add_winners');
  process.exit(2);
}

await mkdir(MIGRATIONS, { recursive: true });
await writeFile(LOCK_FILE, '# Read by the schema engine.\nprovider = "postgresql"\n');

const EMPTY = '-- The tables stay the same: this release changes functions only.\n';
const sql = process.argv.includes('--empty') ? EMPTY : await draftOnEmptyDatabase();
if (sql === null) {
  console.error('Nothing to write: the migrations already make what schema.prisma describes.');
  process.exitCode = 1;
} else {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(MIGRATIONS, `${time}_${name}`);
  const earlier = await readMigrations();
  await mkdir(folder);
  const file = path.join(folder, 'migration.sql');
  await writeFile(file, `-- expand\n${sql}`);
  console.log(path.relative(process.cwd(), file));
  for (const problem of await lintMigration({ name: path.basename(folder), sql: `-- expand\n${sql}` }, earlier))
    console.error(problem);
}

async function readMigrations() {
  const names = (await readdir(MIGRATIONS)).filter((each) => /^\d/.test(each)).toSorted();
  return Promise.all(
    names.map(async (each) => ({ name: each, sql: await readFile(path.join(MIGRATIONS, each, 'migration.sql'), 'utf8') })),
  );
}

async function draftOnEmptyDatabase(): Promise<string | null> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'raffle-migration-'));
  process.once('SIGINT', () => process.exit(130));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));

  const log = createLog({ logLevel: 'error' });
  const database = await startEmbeddedDatabase({ dataDir, log, settings: { fsync: 'off' } });
  try {
    await applyMigrations({ databaseUrl: database.url });
    return await draftMigration({ databaseUrl: database.url });
  } finally {
    await database.stop();
  }
}
