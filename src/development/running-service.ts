import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where a service of development listens, for the commands that are run beside it: its ports may not be those it wanted. */
export interface RunningService {
  pid: number;
  url: string;
  sandboxUrl: string;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'running-service.json');

/** Notes it in the data folder. Answers what takes the note back. */
export function noteRunning(dataDir: string, service: Omit<RunningService, 'pid'>): () => void {
  const { pid } = process;
  writeFileSync(fileIn(dataDir), JSON.stringify({ pid, ...service }));
  return () => {
    // Another process of the service may have come after this one.
    if (readNote(dataDir)?.pid === pid) rmSync(fileIn(dataDir), { force: true });
  };
}

/** The service that runs on the data folder; undefined where none is ready. */
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

/**
 * What a service is known by to the development bank, the same in each of its processes: its database, without who logs in there, or
 * where that is its own, the folder of its data.
 */
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
