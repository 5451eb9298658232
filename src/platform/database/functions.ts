import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Log } from '../log.js';

export interface SqlFunction {
  name: string;
  sql: string;
  checksum: string;
}

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _applied_functions (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

const RECORD = `
  INSERT INTO _applied_functions (name, checksum) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`;

const SELECT_SIGNATURES = `
  SELECT oid::regprocedure::text AS signature FROM pg_proc
  WHERE proname = $1 AND pronamespace = current_schema()::regnamespace`;

export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(path.join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

export async function missingTriggerFunctions(client: pg.Client, functions: SqlFunction[]): Promise<SqlFunction[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT proname AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace',
  );
  const present = new Set(rows.map(({ name }) => name));
  return functions.filter(({ name, sql }) => /\bRETURNS\s+trigger\b/i.test(sql) && !present.has(name));
}

/** In the caller's transaction. Drops functions whose files are gone. An error names the function. */
export async function applyFunctions(client: pg.Client, functions: SqlFunction[], log?: Pick<Log, 'info'>): Promise<void> {
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM _applied_functions');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum);
  const gone = [...applied.keys()].filter((name) => functions.every((each) => each.name !== name));

  for (const { name, sql, checksum } of changed) {
    await client.query(sql).catch((error: pg.DatabaseError) => Promise.reject(refused(name, error, sql)));
    await client.query(RECORD, [name, checksum]);
  }
  for (const name of gone) {
    await drop(client, name).catch((error: pg.DatabaseError) => Promise.reject(refused(name, error)));
    await client.query('DELETE FROM _applied_functions WHERE name = $1', [name]);
  }
  if (changed.length + gone.length === 0) return;
  const names = changed.map(({ name }) => name);
  log?.info({ event: 'database.functions.applied', functions: names, dropped: gone }, 'functions applied');
}

async function drop(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(SELECT_SIGNATURES, [name]);
  for (const { signature } of rows) await client.query(`DROP FUNCTION ${signature}`);
}

function refused(name: string, error: pg.DatabaseError, sql?: string): Error {
  const line = sql && error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : '';
  return new Error(`The function ${name} failed, and no function was changed. ${error.message}${line}`, { cause: error });
}
