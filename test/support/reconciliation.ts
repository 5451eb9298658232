import type { Prisma } from '../../src/generated/prisma/client.js';
import { scanReceived, type Scan } from '../../src/reconciliation/received-scan.js';
import { startCommand, type CommandRun } from './commands.js';
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

export function startReconcileCommand({ app, databaseUrl }: Pick<TestServer, 'app' | 'databaseUrl'>): CommandRun {
  return startCommand('commands/reconcile-command.ts', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: app.config.dataDir,
    JWT_SECRET: app.config.jwtSecret,
    ENCRYPTION_KEY: app.config.encryptionKeys.map((key) => key.toString('base64')).join(','),
  });
}
