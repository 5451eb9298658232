import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where a development service listens; commands read it, since ports can move. */
export interface RunningService {
  pid: number;
  url: string;
  sandboxUrl: string;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'running-service.json');

export function noteRunning(dataDir: string, service: Omit<RunningService, 'pid'>): () => void {
  const { pid } = process;
  writeFileSync(fileIn(dataDir), JSON.stringify({ pid, ...service }));
  return () => {
    // Another process may have written its own note.
    if (readNote(dataDir)?.pid === pid) rmSync(fileIn(dataDir), { force: true });
  };
}

/** The ready service of the data folder, if any. */
export async function findRunning(dataDir: string): Promise<RunningService | undefined> {
  const note = readNote(dataDir);
  const isReady = note && (await fetch(`${note.url}/readyz`).catch(() => undefined))?.ok;
  return isReady ? note : undefined;
}

function readNote(dataDir: string): RunningService | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunningService;
  } catch {
    return undefined;
  }
}

/** Identifies a service to the development bank: its database without user and password, or the folder of its embedded one. */
export function serviceIdentity({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return createHash('sha256')
    .update(databaseUrl ? placeOf(databaseUrl) : realpathSync(dataDir))
    .digest('hex')
    .slice(0, 32);
}

function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return [hostname === 'localhost' ? '127.0.0.1' : hostname, port || '5432', pathname].join(' ');
}
