import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartProblem } from '../start-problem.js';

const FILE = 'manifest.json';
const FORMAT = 1;

/** What a backup says of itself. It is written last: a folder without one is no backup. */
export interface Manifest {
  format: number;
  /** ISO 8601: as the database was then. */
  madeAt: string;
  /** The migrations the database had, by name and in order. */
  migrations: string[];
  tables: TableOfBackup[];
  /** The last value that each sequence gave out; null for one that gave none. */
  sequences: { name: string; lastValue: string | null }[];
}

/** One table: its rows are `tables/<name>.copy.gz`, Postgres' text format for COPY, compressed. */
export interface TableOfBackup {
  name: string;
  /** In the order in which the file has them. */
  columns: string[];
  /** Of the file, in hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Where the rows of a table stand. */
export function rowsFile(folder: string, table: string): string {
  return path.join(folder, 'tables', `${table}.copy.gz`);
}

/** Makes a backup of a folder that has everything else. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const draft = path.join(folder, `${FILE}.part`);
  await writeFile(draft, `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, path.join(folder, FILE));
}

/** Throws a StartProblem where there is no whole backup, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => {
    throw new StartProblem(`${folder} is no backup: it has no ${FILE}, which is written last.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) throw new StartProblem(`${folder} is a backup of another format (${manifest.format}).`);
  return manifest;
}
