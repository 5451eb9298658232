import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations } from '../database/migrations.js';
import { sqlstateOf } from '../database/errors.js';
import { WITHOUT_TIMEOUTS } from '../database/guards.js';
import { jumpAhead } from '../database/ids-ahead.js';
import { areSquashedOnes, finishedMigrations, sinceTheSquash, TOO_OLD } from '../database/migration-history.js';
import { StartProblem } from '../start-problem.js';
import { readManifest, rowsFile, type Manifest, type TableOfBackup } from './write-backup.js';
import { copyRows, SELECT_FOREIGN_KEYS, SELECT_IN_USE, SELECT_SEQUENCES, SELECT_TABLES } from './tables.sql.js';

/** A backup must not restore access: somebody may have been blocked since. Token versions rise above any issued since. */
const ENDED_ACCESS: readonly { table: string; column: string; text: string }[] = [
  { table: 'sessions', column: 'id', text: 'DELETE FROM sessions' },
  { table: 'login_codes', column: 'phone', text: 'DELETE FROM login_codes' },
  { table: 'users', column: 'token_version', text: 'UPDATE users SET token_version = token_version + 1000000' },
  { table: 'api_clients', column: 'token_version', text: 'UPDATE api_clients SET token_version = token_version + 1000000' },
];

const UNDEFINED_TABLE = '42P01';

/** Restores into a database without rows, in one transaction; ends all tokens and sessions, and gives no number again. Throws a StartProblem. */
export async function restoreBackup(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) await checkRows(folder, table);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await refuseInUse(client);
    const migrations = migrationsOf(manifest);
    await applyMigrations({ databaseUrl, only: migrations });
    await refuseOtherSchema(client, migrations);
    await client.query('BEGIN');
    await client.query(WITHOUT_TIMEOUTS);
    await fill(client, folder, manifest);
    await jumpAhead(client, new Date(manifest.madeAt));
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return manifest;
  } finally {
    await client.end();
  }
}

async function checkRows(folder: string, { name, sha256 }: TableOfBackup): Promise<void> {
  const hash = createHash('sha256');
  const file = rowsFile(folder, name);
  await pipeline(createReadStream(file), hash).catch((error: Error) => {
    throw new StartProblem(`The backup is not whole: ${file} cannot be read (${error.message}).`);
  });
  if (hash.digest('hex') !== sha256) throw new StartProblem(`The backup is not whole: ${file} is not what was written.`);
}

async function refuseInUse(client: pg.Client): Promise<void> {
  const answer = await client.query<{ inUse: boolean }>(SELECT_IN_USE).catch((error: unknown) => {
    if (sqlstateOf(error) !== UNDEFINED_TABLE) throw error;
  });
  if (answer?.rows[0]?.inUse)
    throw new StartProblem(
      'The database has users, raffles or orders: restore into an empty one (another DATABASE_URL or DATA_DIR).',
    );
}

function migrationsOf({ migrations }: Manifest): readonly string[] {
  const names = sinceTheSquash(migrations);
  if (areSquashedOnes(names))
    throw new StartProblem(`The backup is an older version's. Restore it with that version into another database. ${TOO_OLD}`);
  return names;
}

async function refuseOtherSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const has = await finishedMigrations(client);
  const unknown = migrations.filter((name) => !has.includes(name));
  if (unknown.length > 0)
    throw new StartProblem(`The backup is of a newer version, which has ${unknown.join(', ')}: restore it with that one.`);
  if (has.length > migrations.length)
    throw new StartProblem('The database has the tables of another version than the backup: restore into an empty one.');
}

async function fill(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const { rows: all } = await client.query<{ name: string }>(SELECT_TABLES);
  const names = all.map(({ name }) => pg.escapeIdentifier(name));
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(SELECT_FOREIGN_KEYS);
  // Rows come table by table, and the rows that triggers wrote are in the backup too.
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const table of tables) {
    const rows = createReadStream(rowsFile(folder, table.name));
    await pipeline(rows, createGunzip(), client.query(copyFrom(copyRows('FROM STDIN', table))));
  }
  const { rows: known } = await client.query<{ name: string }>(SELECT_SEQUENCES);
  const isKnown = new Set(known.map(({ name }) => name));
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null && isKnown.has(name))
      await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), lastValue]);
  }
  for (const { table, column, text } of ENDED_ACCESS) {
    if (tables.some(({ name, columns }) => name === table && columns.includes(column))) await client.query(text);
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  // This also checks the references.
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
}
