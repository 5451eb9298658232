import { expect } from 'vitest';
import type { Config } from '../../src/config.js';
import type { Behaviour } from '../../src/development/bank/behaviour.js';
import { startSandboxBank, type SandboxBank } from '../../src/development/bank/start-sandbox-bank.js';
import { anAdmin } from './actors.js';
import { askSandbox, SANDBOX_ACCOUNT } from './sandbox.js';
import { aProvider, salesDesk, seedProviders, type OrderAnswer } from './sales.js';
import { startTestServer, type TestServer } from './start.js';

/** The secret in the address that the bank calls. */
export const CALLBACK_SECRET = 'the-callback-secret';

interface Receipt {
  endToEndId: string;
  txid?: string;
  valor: string;
}

/** A gateway that charges through a development bank of its own. */
export interface BankedServer {
  server: TestServer;
  bank: SandboxBank;
  desk: ReturnType<typeof salesDesk>;
  admin: { id: string; token: string };
  /** Pays a code at the bank; `valor` is another amount than its own. */
  payAtBank(code: string | null | undefined, valor?: string): Promise<Receipt>;
  /** What the bank says to somebody who tries to pay. */
  tryToPay(code: string | null | undefined): Promise<{ status: number; message: unknown }>;
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** The order's row, as soon as it stands so. */
  untilStatus(order: Pick<OrderAnswer, 'id'> | undefined, status: string): Promise<void>;
  /** The payments that fit no order, of one order or of none. */
  latePayments(orderId?: string): Promise<{ reason: string; amount: bigint; status: string }[]>;
  stop(): Promise<void>;
}

/**
 * Starts both: the provider `sandbox` is the default and gets the bank's callbacks, `static` is the other one. Further
 * names charge through the same bank, each with connections and a circuit breaker of its own.
 */
export async function startBankedServer(furtherNames: string[] = [], config: Partial<Config> = {}): Promise<BankedServer> {
  const bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
  const server = await startTestServer(config);
  const { prisma } = server.app.db;
  const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
  const atBank = {
    adapter: 'sandbox',
    pixKey,
    baseUrl: bank.url,
    callbackSecret: CALLBACK_SECRET,
    credentials: { clientId, clientSecret },
  };
  await aProvider(server, { name: 'sandbox', priority: 1, ...atBank });
  for (const name of furtherNames) await aProvider(server, { name, ...atBank });
  await seedProviders(server);
  const provider = await server.app.providers.find('sandbox');
  await provider?.adapter.registerWebhook(`${server.url}/v1/payments/callbacks/sandbox`);

  const tryToPay = async (code: string | null | undefined, valor?: string) => {
    const { status, body } = await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: code, ...(valor && { valor }) });
    return { status, message: body.message, body };
  };
  return {
    server,
    bank,
    desk: salesDesk(server.graphql),
    admin: await anAdmin(server),
    async payAtBank(code, valor) {
      const { status, body, message } = await tryToPay(code, valor);
      expect({ status, message }).toEqual({ status: 200, message: undefined });
      return body as unknown as Receipt;
    },
    tryToPay: async (code) => {
      const { status, message } = await tryToPay(code);
      return { status, message };
    },
    async behave(behaviour) {
      expect((await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', behaviour)).status).toBe(200);
    },
    async untilStatus(order, status) {
      const id = BigInt(order?.id ?? 0);
      await expect.poll(async () => (await prisma.order.findUnique({ where: { id } }))?.status).toBe(status);
    },
    async latePayments(orderId) {
      const where = { payment: { orderId: orderId === undefined ? null : BigInt(orderId) } };
      return prisma.latePayment.findMany({
        where,
        select: { reason: true, amount: true, status: true },
        orderBy: { createdAt: 'asc' },
      });
    },
    async stop() {
      await server.stop();
      await bank.stop();
    },
  };
}
