import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { scanReceived, type Scan } from '../../src/reconciliation/received-scan.js';
import { aProvider } from './sales.js';
import { SANDBOX_ACCOUNT } from './sandbox.js';
import type { TestServer } from './start.js';

/** A provider whose account is kept at a sandbox bank that calls nobody back. */
export async function aBankProvider(server: TestServer, name: string, baseUrl: string, callbackSecret?: string): Promise<void> {
  const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
  const secret = callbackSecret && { callbackSecret };
  await aProvider(server, { name, adapter: 'sandbox', pixKey, baseUrl, ...secret, credentials: { clientId, clientSecret } });
}

/** As if the next time had come at which these charges are asked about. */
export async function letChecksCome(server: Pick<TestServer, 'app'>, orders: Prisma.OrderWhereInput): Promise<void> {
  await server.app.db.prisma.charge.updateMany({
    where: { order: orders, nextCheckAt: { not: null } },
    data: { nextCheckAt: new Date(Date.now() - 1_000) },
  });
}

/** Has a provider's list of received payments read at once. */
export async function scanNow(server: TestServer, name = 'sandbox'): Promise<Scan> {
  const provider = await server.app.providers.find(name);
  const scan = provider && (await scanReceived(server.app, provider, undefined, true));
  if (!scan) throw new Error(`${name} was not read`);
  return scan;
}

/** A run of the command. */
export interface CommandRun {
  pid: number;
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
  kill(): void;
}

/** Starts `npm run reconcile` on a server's database, without building. */
export function startReconcileCommand({ app, databaseUrl }: Pick<TestServer, 'app' | 'databaseUrl'>): CommandRun {
  const command = path.join(import.meta.dirname, '..', '..', 'src', 'commands', 'reconcile-command.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', command], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: app.config.dataDir,
      JWT_SECRET: app.config.jwtSecret,
      ENCRYPTION_KEY: app.config.encryptionKeys.map((key) => key.toString('base64')).join(','),
    },
  });
  const texts = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.errors += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, ...texts }));
    }),
    kill: () => child.kill('SIGKILL'),
  };
}
