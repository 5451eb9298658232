import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chown, lchown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartProblem } from '../start-problem.js';
import { runAs, type PostgresAccount } from './account.js';
import type { PostgresBinaries } from './binaries.js';

const UNFINISHED_PREFIX = 'postgres.init-';
const UNFINISHED_AFTER_MS = 5 * 60_000;

const SUPERUSER = 'postgres';
export const DATABASE_NAME = 'raffle';

export function databaseUrl({ password, port, name }: { password: string; port: number; name: string }): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
}

export async function readPassword(clusterFolder: string): Promise<string> {
  const passwordFile = passwordFileOf(clusterFolder);
  const password = await readFile(passwordFile, 'utf8').catch((cause: Error) => {
    throw new StartProblem(`${clusterFolder} has data but its password cannot be read from ${passwordFile}.`, { cause });
  });
  return password.trim();
}

function passwordFileOf(clusterFolder: string): string {
  return `${clusterFolder}.password`;
}

/**
 * Returns the superuser's password, kept in `<clusterFolder>.password`. A cluster is made in a sibling folder and renamed when
 * complete. `durable: false` skips flushing, for tests.
 */
export async function ensureCluster(options: {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  clusterFolder: string;
  durable: boolean;
  whileItWorks?: (() => void) | undefined;
}): Promise<{ password: string }> {
  const { account, clusterFolder } = options;
  const existing = await versionFile(clusterFolder);

  if (existing) {
    const password = await readPassword(clusterFolder);
    // A backup restored by root belongs to root.
    if (account.owner && existing.uid === 0) await giveTo(account.owner, clusterFolder);
    return { password };
  }

  await removeUnfinished(path.dirname(clusterFolder));
  const password = await createPassword(passwordFileOf(clusterFolder));
  await initialize(options, password);
  return { password };
}

async function versionFile(clusterFolder: string): Promise<Stats | undefined> {
  return stat(path.join(clusterFolder, 'PG_VERSION')).catch(() => undefined);
}

async function createPassword(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  // link() is atomic and refuses an existing name, so two processes agree on one password.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

async function initialize(options: Parameters<typeof ensureCluster>[0], password: string): Promise<void> {
  const { binaries, account, clusterFolder } = options;
  const workFolder = await mkdtemp(path.join(path.dirname(clusterFolder), UNFINISHED_PREFIX));

  try {
    const passwordFile = path.join(workFolder, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account.owner) await giveTo(account.owner, workFolder);

    const draft = path.join(workFolder, 'data');
    const made = runAs(account, binaries, [
      binaries.initdb,
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point on every system, and knows that Ã is the capital of ã.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(options.durable ? [] : ['--no-sync']),
    ]);
    options.whileItWorks?.();
    await made;

    await rename(draft, clusterFolder).catch(async (error: Error) => {
      if (!(await versionFile(clusterFolder))) throw error;
    });
    if (options.durable) await flushFolder(path.dirname(clusterFolder));
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) await lchown(path.join(folder, name), uid, gid);
}

// So that the rename survives a power failure. Windows cannot open a folder.
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

// A young one may belong to another process that is making it.
async function removeUnfinished(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    const folder = path.join(dataDir, name);
    const age = Date.now() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? Infinity);
    if (age > UNFINISHED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
