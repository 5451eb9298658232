import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from '../start-problem.js';
import type { PostgresBinaries } from './binaries.js';

const run = promisify(execFile);
const NOBODY = 65534;

/** PostgreSQL refuses root: `owner` owns the data folder, programs run with uid and gid or behind `launcher`. */
export interface PostgresAccount {
  owner?: { uid: number; gid: number };
  uid?: number;
  gid?: number;
  launcher: string[];
}

/**
 * For root: the owner of the cluster, else the user `postgres`, else nobody; where only root may enter the folder, with one
 * capability. Throws PostgreSQL's own message.
 */
export async function chooseAccount(options: {
  binaries: PostgresBinaries;
  dataDir: string;
  clusterFolder: string;
}): Promise<PostgresAccount> {
  const clusterOwner = statSync(options.clusterFolder, { throwIfNoEntry: false });
  const euid = process.geteuid?.();

  if (euid !== 0) {
    if (euid !== undefined && clusterOwner && clusterOwner.uid !== euid) {
      throw new StartProblem(
        `${options.clusterFolder} belongs to user ${clusterOwner.uid} and this process runs as user ${euid}: `
          + 'run as its owner (root if root made it), or set another DATA_DIR, or DATABASE_URL.',
      );
    }
    const account: PostgresAccount = { launcher: [] };
    await prove(account, options).catch(refuse);
    return account;
  }

  const owner = clusterOwner?.uid ? { uid: clusterOwner.uid, gid: clusterOwner.gid } : systemAccount();
  const plain: PostgresAccount = { owner, ...owner, launcher: [] };
  try {
    await prove(plain, options);
    return plain;
  } catch {
    const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
    // An ambient capability survives exec. access(2) honours capabilities of other users only under no_setuid_fixup.
    const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
    const privileged: PostgresAccount = { owner, launcher: ['setpriv', ...ids, ...capability, '--'] };
    await prove(privileged, options).catch(refuse);
    return privileged;
  }
}

function systemAccount(): { uid: number; gid: number } {
  try {
    const accounts = readFileSync('/etc/passwd', 'utf8');
    const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts);
    if (entry) return { uid: Number(entry[1]), gid: Number(entry[2]) };
  } catch {
    // No local accounts.
  }
  return { uid: NOBODY, gid: NOBODY };
}

// Both commands write nothing. initdb needs a user with a name, the first does not.
async function prove(account: PostgresAccount, { binaries, dataDir, clusterFolder }: Parameters<typeof chooseAccount>[0]) {
  const mayOpenCluster = (statSync(clusterFolder, { throwIfNoEntry: false })?.uid ?? 0) !== 0;
  const check = mayOpenCluster
    ? [binaries.postgres, '-C', 'port', '-D', clusterFolder]
    : [binaries.initdb, '--show', `--pgdata=${dataDir}`];
  const enter = process.platform === 'win32' ? [] : ['sh', '-c', 'cd "$0" && exec "$@"', dataDir];
  await runAs(account, binaries, [...enter, ...check]);
}

function refuse(cause: Error): never {
  const asRoot = process.geteuid?.() === 0 ? ' As root it needs a user to drop to, and setpriv where only root may read.' : '';
  throw new StartProblem(
    `The PostgreSQL that npm brought cannot run here: ${cause.message}.${asRoot} `
      + 'Set DATA_DIR to a folder that any user may enter, or DATABASE_URL.',
    { cause },
  );
}

export async function runAs(account: PostgresAccount, binaries: PostgresBinaries, commandLine: string[]): Promise<void> {
  const [command = '', ...args] = [...account.launcher, ...commandLine];
  const options = {
    uid: account.uid,
    gid: account.gid,
    env: binaries.environment,
    cwd: path.parse(process.execPath).root,
    windowsHide: true,
  };
  await run(command, args, options).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim() || error.message, { cause: error });
  });
}
