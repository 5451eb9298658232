import { randomBytes } from 'node:crypto';
import { createApp } from '../../src/app.js';
import type { App, Context } from '../../src/context.js';
import { startSandboxBank } from '../../src/development/bank/start-sandbox-bank.js';
import type { ProviderRefund, ReceivedPayment } from '../../src/payment-providers/adapters/adapter.js';
import { settlePayment } from '../../src/payments/settle.js';
import { placeOrder } from '../../src/orders/place-order.js';
import type { OrderRow } from '../../src/orders/order.sql.js';
import { createLog } from '../../src/platform/log.js';
import { processRefunds } from '../../src/refunds/refund-worker.js';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { aCustomer, anAdmin } from './actors.js';
import { createTestDatabase } from './database.js';
import { askSandbox, SANDBOX_ACCOUNT } from './sandbox.js';
import { anOpenRaffle, aProvider, seedProviders } from './sales.js';
import { testConfig, type TestServer } from './start.js';
import { aClientEndpoint, anApiClient, anEndpoint } from './webhook-inbox.js';

/** What a transition left in the outbox and in the audit log, in alphabetical order. */
export interface Traces {
  events: string[];
  audit: string[];
}

/** The parts of a process without its workers: nothing moves but what the test moves. */
export interface TransitionStage {
  app: App;
  databaseUrl: string;
  admin: Context;
  buyer: Context;
  client: Context;
  clientId: string;
  /** Runs `act` and answers what it left. */
  tracesOf(act: () => Promise<unknown>): Promise<Traces>;
  aRaffle(overrides?: Partial<Prisma.RaffleUncheckedCreateInput>): Promise<{ id: string }>;
  /** An order of the buyer's, unpaid; of `sandbox` with a charge at the bank. */
  anOrder(raffleId: string, provider?: 'static' | 'sandbox'): Promise<OrderRow>;
  /** Money for an order as its provider reports it; `amount` is another than its total. */
  pay(order: OrderRow, amount?: bigint): Promise<ReceivedPayment>;
  /** Pays an order at the bank, so that a refund of it can be asked for there. */
  payAtBank(order: OrderRow): Promise<ReceivedPayment>;
  /** The bank reports that it took back all, or `amount` centavos. */
  takeBack(payment: ReceivedPayment, amount?: bigint): Promise<void>;
  /** The bank reports that it takes a payment back (MED) and has not finished; answers the return, to say how it ends. */
  dispute(payment: ReceivedPayment, amount?: bigint): Promise<ProviderRefund>;
  /** The bank reports this return of a payment. */
  report(payment: ReceivedPayment, ...refunds: ProviderRefund[]): Promise<void>;
  /** A provider reports that all, or `amount` centavos, were returned on its own pages; answers how, to report it again. */
  giveBack(payment: ReceivedPayment, amount?: bigint, again?: ProviderRefund): Promise<ProviderRefund>;
  behaveAtBank(behaviour: object): Promise<void>;
  bankUrl: string;
  /** Has the providers asked for every open refund, as if its time had come. */
  askForRefunds(): Promise<void>;
  /** Those of the rows before are nobody's business. */
  forgetOpenRefunds(): Promise<void>;
  stop(): Promise<void>;
}

/** On a database of its own, which `stop` drops; `way` may put something between the process and it. */
export async function startTransitionStage(
  way: (databaseUrl: string) => Promise<string> = async (databaseUrl) => databaseUrl,
): Promise<TransitionStage> {
  const database = await createTestDatabase();
  const config = testConfig({ databaseUrl: await way(database.url) });
  const { app, close } = createApp(config, createLog(config));
  const server = { app } as TestServer;
  const bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
  const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
  await aProvider(server, {
    name: 'sandbox',
    adapter: 'sandbox',
    pixKey,
    baseUrl: bank.url,
    credentials: { clientId, clientSecret },
  });
  await aProvider(server, {
    name: 'away',
    adapter: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { clientId: 'a', clientSecret: 'b' },
  });
  await seedProviders(server);

  const contextOf = (token: string, kind: 'USER' | 'ADMIN' | 'CLIENT'): Promise<Context> =>
    app.contextFor({
      requestId: 'test',
      clientAddress: '127.0.0.1',
      authorization: `Bearer ${token}`,
      longLived: true,
      accepts: [kind],
    });
  const apiClient = await anApiClient(server);
  await anEndpoint(server, 'http://127.0.0.1:9/operators');
  await aClientEndpoint(server, apiClient.id, 'http://127.0.0.1:9/client');
  const buyer = await contextOf((await aCustomer(server)).token, 'USER');

  const tracesOf = async (act: () => Promise<unknown>): Promise<Traces> => {
    const known = new Set((await app.db.prisma.webhookEvent.findMany({ select: { id: true } })).map(({ id }) => id));
    const audited = await app.db.prisma.auditEntry.count();
    await act();
    const events = await app.db.prisma.webhookEvent.findMany({ select: { id: true, type: true } });
    const audit = await app.db.prisma.auditEntry.findMany({ orderBy: { id: 'asc' }, skip: audited, select: { action: true } });
    return {
      events: events.flatMap(({ id, type }) => (known.has(id) ? [] : [type])).toSorted(),
      audit: audit.map(({ action }) => action).toSorted(),
    };
  };
  const settle = async (payment: ReceivedPayment, provider: string): Promise<ReceivedPayment> => {
    await settlePayment(app, provider, payment, 'CALLBACK');
    return payment;
  };
  const report = async (payment: ReceivedPayment, ...refunds: ProviderRefund[]): Promise<void> => {
    await settle({ ...payment, refunds }, 'static');
  };

  return {
    app,
    bankUrl: bank.url,
    databaseUrl: database.url,
    buyer,
    admin: await contextOf((await anAdmin(server)).token, 'ADMIN'),
    client: await contextOf(app.tokens.issue('CLIENT', apiClient.id).accessToken, 'CLIENT'),
    clientId: apiClient.id,
    tracesOf,
    aRaffle: (overrides) => anOpenRaffle(server, overrides),
    anOrder: (raffleId, provider = 'static') =>
      placeOrder(buyer, { raffleId, quotaQuantity: 1, paymentProviderName: provider }, 'GATEWAY'),
    pay: ({ qrCodeId, totalValue, paymentProviderName }, amount = totalValue) =>
      settle(aPayment({ txid: qrCodeId ?? '', amountCentavos: amount }), paymentProviderName),
    async payAtBank({ qrCodeContent, qrCodeId }) {
      await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: qrCodeContent });
      const provider = await app.providers.find('sandbox');
      const charge = await provider?.adapter.consultCharge({ txid: qrCodeId ?? '' });
      const [payment] = charge?.payments ?? [];
      if (!payment) throw new Error('the bank knows of no payment');
      return settle(payment, 'sandbox');
    },
    report,
    takeBack: (payment, amount = payment.amountCentavos) => report(payment, aReturn('BANK', amount)),
    async dispute(payment, amount = payment.amountCentavos) {
      const claimed: ProviderRefund = { ...aReturn('BANK', amount), status: 'PROCESSING' };
      await report(payment, claimed);
      return claimed;
    },
    async giveBack(payment, amount = payment.amountCentavos, again = aReturn('RECEIVER', amount)) {
      await report(payment, again);
      return again;
    },
    async behaveAtBank(behaviour) {
      await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { refundDelayMs: 0, ...behaviour });
    },
    async askForRefunds() {
      await app.db.pool.query(
        `UPDATE refunds SET next_attempt_at = date_trunc('milliseconds', now()) WHERE next_attempt_at IS NOT NULL`,
      );
      await processRefunds(app);
    },
    async forgetOpenRefunds() {
      await app.db.pool.query('UPDATE refunds SET next_attempt_at = NULL');
    },
    async stop() {
      await close();
      await bank.stop();
      await database.drop();
    },
  };
}

/** Money that went back, as a provider reports it, new each time. */
function aReturn(initiatedBy: ProviderRefund['initiatedBy'], amountCentavos: bigint): ProviderRefund {
  return { refundId: `D${randomBytes(8).toString('hex')}`, amountCentavos, status: 'RETURNED', initiatedBy };
}

/** Money as a provider reports it, new each time. */
export function aPayment(changes: Partial<ReceivedPayment> = {}): ReceivedPayment {
  const endToEndId = `E${randomBytes(15).toString('hex')}`;
  return { endToEndId, amountCentavos: 100n, paidAt: new Date(), refunds: [], ...changes };
}
