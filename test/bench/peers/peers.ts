import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { graphqlRequests, type ReadContender } from '../reads/contenders.js';
import { myOrders, ORDERS_OF_RAFFLE, RAFFLE_PAGE } from '../reads/reads.js';
import type { ReadStage } from '../reads/stage.js';
import { postgraphileRequests, postgraphileSays } from './postgraphile-reads.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LOCK = path.join(FOLDER, 'package-lock.json');
/** npm writes it at the end of what it installs. */
const INSTALLED = path.join(FOLDER, 'node_modules/.package-lock.json');
const CLIENT = path.join(FOLDER, 'generated/prisma');

/** A server beside the gateway, by the name in the tables. */
const PEERS = new Map([
  ['Mercurius', 'mercurius.mjs'],
  ['PostGraphile', 'postgraphile.mjs'],
  ['Apollo + Prisma', 'apollo-prisma.mjs'],
]);
export const PEER_NAMES = [...PEERS.keys()];

/** Installs what the peers need, as their lock file says, and writes their Prisma client, unless both are there. Throws when it fails. */
export function installPeers(): void {
  if (!existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync(LOCK).mtimeMs) {
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    rmSync(CLIENT, { recursive: true, force: true });
  }
  if (existsSync(CLIENT)) return;
  // Generating needs no schema engine, yet the command downloads one unless this names a file that exists.
  run(process.execPath, [path.join(FOLDER, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  });
}

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: FOLDER,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')}:\n${stdout}\n${stderr}`, { cause: error });
}

/** Starts a peer over the stage's database, in production. */
export async function startPeer(stage: ReadStage, name: string, cleanup: Cleanup): Promise<ReadContender> {
  const peer = startProcess({
    module: path.join(FOLDER, PEERS.get(name) ?? ''),
    env: { NODE_ENV: 'production', GRAPHILE_ENV: 'production', DATABASE_URL: stage.databaseUrl, JWT_SECRET: stage.jwtSecret },
    // The client that Prisma writes is TypeScript.
    nodeArgs: ['--import', import.meta.resolve('tsx')],
  });
  cleanup.add(() => peer.stop());
  const url = await peer.says(/listening on (http:\S+)/);
  if (name === 'PostGraphile') {
    return { name, process: peer, url, requests: postgraphileRequests(stage), says: postgraphileSays };
  }
  const documents = { page: RAFFLE_PAGE, mine: myOrders({ withNumbers: false }), ofRaffle: ORDERS_OF_RAFFLE };
  return { name, process: peer, url, requests: graphqlRequests(stage, documents), says: (_read, answer) => answer };
}
