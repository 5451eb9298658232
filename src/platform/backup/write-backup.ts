import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isConflict } from '../database/errors.js';
import { WITHOUT_TIMEOUTS } from '../database/guards.js';
import { finishedMigrations } from '../database/migration-history.js';
import { StartProblem } from '../start-problem.js';
import { copyRows, SELECT_SEQUENCES, SELECT_TABLES } from './tables.sql.js';

/** Writes all rows from one snapshot. `others` adds files after the rows: the file of every row is there. */
export async function writeBackup(
  databaseUrl: string,
  folder: string,
  others: (folder: string) => Promise<void> = async () => undefined,
): Promise<Omit<Manifest, 'format'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if ((await finishedMigrations(client)).length === 0)
      throw new StartProblem('The database has no tables of the service: there is nothing to back up.');
    await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 });
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(WITHOUT_TIMEOUTS);
    // The first query takes the snapshot.
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(SELECT_TABLES);
    const madeAt = new Date().toISOString();
    const tables: TableOfBackup[] = [];
    for (const table of found) tables.push({ ...table, ...(await writeRows(client, folder, table)) });
    const { rows: sequences } = await client.query<Manifest['sequences'][number]>(SELECT_SEQUENCES);
    const migrations = await finishedMigrations(client);
    await client.query('COMMIT');
    await others(folder);
    const manifest = { madeAt, migrations, tables, sequences };
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    // A transaction that only reads has no other conflict.
    if (!isConflict(error)) throw error;
    throw new StartProblem(
      'The standby ended the backup, because the primary removed rows or changed a table that it reads. Set hot_standby_feedback = on there, or max_standby_streaming_delay = -1 for a standby that serves backups only, and repeat the backup into a new folder.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function writeRows(
  client: pg.Client,
  folder: string,
  table: { name: string; columns: string[] },
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    client.query(copyTo(copyRows('TO STDOUT', table))),
    createGzip({ level: 1 }),
    measure,
    createWriteStream(rowsFile(folder, table.name), { mode: 0o600, flags: 'wx' }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

const FILE = 'manifest.json';
const FORMAT = 1;

/** It is written last: a folder without it is no backup. */
export interface Manifest {
  format: number;
  madeAt: string;
  migrations: string[];
  tables: TableOfBackup[];
  /** The last value of each sequence; null for an unused one. */
  sequences: { name: string; lastValue: string | null }[];
}

/** Its rows are in `tables/<name>.copy.gz`, in COPY's text format. */
export interface TableOfBackup {
  name: string;
  columns: string[];
  sha256: string;
  bytes: number;
}

export function rowsFile(folder: string, table: string): string {
  return path.join(folder, 'tables', `${table}.copy.gz`);
}

async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const draft = path.join(folder, `${FILE}.part`);
  await writeFile(draft, `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, path.join(folder, FILE));
}

/** Throws a StartProblem for an incomplete backup or another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => {
    throw new StartProblem(`${folder} is no backup: it has no ${FILE}, which is written last.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) throw new StartProblem(`${folder} is a backup of another format (${manifest.format}).`);
  return manifest;
}
