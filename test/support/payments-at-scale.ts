import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireOrders } from '../../src/orders/order-expiry.js';
import { buildStaticCode } from '../../src/payment-providers/adapters/static-adapter.js';
import { formatMoney, parseMoney } from '../../src/platform/money.js';
import { reconcileNow } from '../../src/reconciliation/reconcile.js';
import { reportReconciliation } from '../../src/reconciliation/reconciliation.service.js';
import type { Behaviour } from '../../src/development/bank/behaviour.js';
import { spawnSandboxBank } from '../../src/development/bank/spawn-sandbox-bank.js';
import { aCustomer, anAdmin } from './actors.js';
import { CALLBACK_SECRET } from './banked-server.js';
import { FATES, paymentStories, type Story } from './payment-stories.js';
import { raffleDesk } from './raffles.js';
import { aBankProvider, letChecksCome } from './reconciliation.js';
import { brokenInvariants } from './sale-invariants.js';
import { anOpenRaffle, countsOf } from './sales.js';
import { SANDBOX_ACCOUNT } from './sandbox.js';
import { seededRandom } from './second-gateway.js';
import { startTestServer, type TestServer } from './start.js';
const PRICE = 137n;

interface Sold {
  id: string;
  code: string;
  totalCentavos: bigint;
  story: Story;
}
interface Payment {
  code: string;
  centavos: bigint;
}

/** What the bank has received, and how many callbacks it was to send. */
const receipts: { endToEndId: string; centavos: bigint }[] = [];
let callbacksSent = 0;
const random = seededRandom(20_261_120);
let bank: { url: string; stop(): Promise<void> };
let bankPool: Pool;
let server: TestServer;
let gateway: Pool;
let admin: { id: string; token: string };

const tables = () => server.app.db.prisma;
const one = async <Row>(sql: string) => (await tables().$queryRawUnsafe<Row[]>(sql))[0] as Row;
const behave = (behaviour: Partial<Behaviour>) => ask(bankPool, 'PUT', '/sandbox/behaviour', behaviour);

async function ask(pool: Pool, method: 'POST' | 'PUT', path: string, body: unknown, token?: string): Promise<any> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await pool.request({ method, path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

async function forEach<Item, Result>(items: Item[], atOnce: number, work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as Item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

function shuffled<Item>(items: Item[]): Item[] {
  const placed = items.map((item) => ({ item, place: random(1_000_000_000) }));
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

const GATEWAY = `mutation ($input: CreateOrderInput!) {
  order: createOrder(input: $input) { id totalValue qrCodeContent }
}`;
const STATIC = `mutation ($input: CreateOrderWithoutPaymentGatewayInput!) {
  order: createOrderWithoutPaymentGateway(input: $input) { id totalValue qrCodeContent }
}`;
const CANCEL = 'mutation ($id: ID!) { order: cancelOrder(id: $id) { id } }';

async function order(query: string, variables: object, token: string | undefined) {
  const { data, errors } = await ask(gateway, 'POST', '/graphql', { query, variables }, token);
  if (!data) throw new Error(errors[0].message);
  return data.order;
}

function sell(story: Story, raffleId: string, tokens: string[]): Promise<Sold[]> {
  return forEach(
    Array.from({ length: story.orders }, (_, i) => i),
    32,
    async (i) => {
      const input = { raffleId, quotaQuantity: story.raffle === 'soldOut' ? 1 : 1 + random(5) };
      const { id, qrCodeContent, totalValue } = await order(
        story.dynamic ? GATEWAY : STATIC,
        { input },
        tokens[i % tokens.length],
      );
      return { id, code: qrCodeContent, totalCentavos: parseMoney(totalValue), story };
    },
  );
}

function paymentsOf({ code, totalCentavos, story }: Sold): Payment[] {
  // Every other time by one centavo.
  const difference = 1n + BigInt(random(2) * random(100));
  const amounts = { RIGHT: totalCentavos, LESS: totalCentavos - difference, MORE: totalCentavos + difference };
  return story.pays.map((pay) => ({ code, centavos: amounts[pay] }));
}

async function pay(payments: Payment[], callbackDelayMs = 0): Promise<void> {
  let [from, shares] = [0, 0];
  for (const { share, callbackCopies } of FATES) {
    shares += share;
    const to = Math.round((payments.length * shares) / 10);
    await behave({ callbackCopies, callbackDelayMs, shuffleCallbacks: true });
    await forEach(payments.slice(from, to), 16, async ({ code, centavos }) => {
      const { endToEndId } = await ask(bankPool, 'POST', '/sandbox/pay', { pixCopiaECola: code, valor: formatMoney(centavos) });
      receipts.push({ endToEndId, centavos });
    });
    callbacksSent += (to - from) * callbackCopies;
    from = to;
  }
}

/** As if the time and grace of these orders were over, and the sweep had come. */
async function expire(orders: Sold[] | 'ALL'): Promise<void> {
  const ids = orders === 'ALL' ? undefined : { in: orders.map(({ id }) => BigInt(id)) };
  const expiresAt = new Date(Date.now() - 121_000);
  await tables().order.updateMany({ where: { status: 'PENDING', ...(ids && { id: ids }) }, data: { expiresAt } });
  await expireOrders(server.app);
}

/**
 * Every way an order may go, so many times 200 payments. The bank keeps callbacks back for so long that what is to happen before
 * them has happened.
 */
export function paymentsAtScale({ times, callbackDelayMs }: { times: number; callbackDelayMs: number }): void {
  const { stories, strangers: strangerCount, soldOutQuotas, payments, latePayments } = paymentStories(times);

  beforeAll(async () => {
    bank = await spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT }, { execArgv: ['--import', 'tsx'] });
    server = await startTestServer({ databasePoolSize: 10 });
    bankPool = new Pool(bank.url, { connections: 16 });
    gateway = new Pool(server.url, { connections: 32 });
    await aBankProvider(server, 'sandbox', bank.url, CALLBACK_SECRET);
    await (await server.app.providers.find('sandbox'))?.adapter.registerWebhook(`${server.url}/v1/payments/callbacks/sandbox`);
    // Nobody reads the list until the test says so: what is lost stays lost until then.
    await tables().reconciliation.create({ data: { providerName: 'sandbox', nextScanAt: new Date(Date.now() + 3_600_000) } });
    admin = await anAdmin(server);
  });
  afterAll(async () => {
    await Promise.all([bankPool?.close(), gateway?.close()]);
    await server?.stop();
    await bank?.stop();
  });

  const sold: Sold[] = [];
  const raffles = {} as Record<Story['raffle'], string>;

  it('are paid while orders expire, are cancelled, sell out and are called off', async () => {
    const tokens = (await Promise.all(Array.from({ length: 100 }, () => aCustomer(server)))).map(({ token }) => token);
    raffles.open = (await anOpenRaffle(server, { quotaPrice: PRICE, quotaQuantity: 100_000 })).id;
    raffles.soldOut = (await anOpenRaffle(server, { quotaPrice: PRICE, quotaQuantity: soldOutQuotas })).id;
    raffles.calledOff = (await anOpenRaffle(server, { quotaPrice: PRICE, quotaQuantity: 10_000 })).id;

    for (const story of stories) {
      const orders = await sell(story, raffles[story.raffle], tokens);
      sold.push(...orders);
      if (story.before === 'EXPIRED') await expire(orders);
      if (story.before === 'CANCELLED') await forEach(orders, 16, ({ id }) => order(CANCEL, { id }, admin.token));
    }
    const ofStories = (wanted: (story: Story) => boolean) => sold.filter(({ story }) => wanted(story));

    await pay(shuffled(ofStories(({ between }) => between === 'CALLED_OFF').flatMap(paymentsOf)), callbackDelayMs);
    await raffleDesk(server, admin.token).update(raffles.calledOff, { status: 'CANCELLED' });
    const expiring = ofStories(({ between }) => between === 'EXPIRED');
    await pay(shuffled(expiring.flatMap(paymentsOf)), callbackDelayMs);
    await expire(expiring);

    const strangers = Array.from({ length: strangerCount }, (_, i): Payment => {
      const amountCentavos = 1n + BigInt(random(100_000));
      const code = buildStaticCode(SANDBOX_ACCOUNT, { txid: `stranger${i}`, amountCentavos, description: '' });
      return { code, centavos: amountCentavos };
    });
    await pay(shuffled([...ofStories(({ between }) => !between).flatMap(paymentsOf), ...strangers]));
    expect(receipts).toHaveLength(payments);
  });

  it('are partly unknown for as long as nobody asks', async () => {
    expect(callbacksSent).toBeGreaterThan(payments * 0.95);
    const workedOff = () =>
      one<{ received: number; open: number }>(
        'SELECT count(*)::int AS received, (count(*) FILTER (WHERE processed_at IS NULL))::int AS open FROM payment_callbacks',
      );
    // A busy gateway answers some too late: the bank sends those again, or gives up.
    const all = { received: expect.toSatisfy((received: number) => received > callbacksSent * 0.95), open: 0 };
    await expect.poll(workedOff, { timeout: 280_000, interval: 100 }).toEqual(all);
    const { known } = await one<{ known: number }>('SELECT count(*)::int AS known FROM payments');
    expect(known).toBeGreaterThan(payments * 0.65);
    expect(known).toBeLessThan(payments * 0.8);
  }, 300_000);

  it('are each recorded once and in the right place when reconciliation has asked', async () => {
    await letChecksCome(server, {});
    await reconcileNow(server.app);
    await expire('ALL');
    await letChecksCome(server, {});
    await reconcileNow(server.app);

    const recorded = await tables().payment.findMany({ select: { endToEndId: true, amount: true } });
    const byId = (a: { endToEndId: string | null }, b: { endToEndId: string | null }) =>
      String(a.endToEndId).localeCompare(String(b.endToEndId));
    const received = receipts.map(({ endToEndId, centavos }) => ({ endToEndId, amount: centavos }));
    expect(recorded.sort(byId)).toEqual(received.sort(byId));

    const rows = await tables().order.findMany({ select: { id: true, status: true } });
    const statuses = new Map(rows.map(({ id, status }) => [String(id), status]));
    expect(sold.filter(({ id, story }) => statuses.get(id) !== story.ends)).toEqual([]);
    expect(statuses.size).toBe(sold.length);
  });

  it('are, to the centavo, what paid orders cost and what is to be given back', async () => {
    const sums = await one<{ received: bigint; spent: bigint; late: bigint; lates: number }>(`
      SELECT (SELECT sum(amount)::bigint FROM payments) AS received,
             (SELECT sum(total_value)::bigint FROM orders WHERE status = 'PAID') AS spent,
             (SELECT sum(amount)::bigint FROM late_payments WHERE status = 'PENDING') AS late,
             (SELECT count(*)::int FROM late_payments) AS lates`);
    const spent = sold.filter(({ story }) => story.ends === 'PAID').reduce((sum, { totalCentavos }) => sum + totalCentavos, 0n);
    const received = receipts.reduce((sum, { centavos }) => sum + centavos, 0n);
    expect(sums).toEqual({ received, spent, late: received - spent, lates: latePayments });
  });

  it('leave books that agree, and nothing open', async () => {
    for (const raffleId of Object.values(raffles)) expect(await brokenInvariants(server, raffleId)).toEqual([]);
    const report = await reportReconciliation(server.app);
    expect(report.disagreements).toEqual([]);
    const nothing = { openCharges: 0, overdueCharges: 0, ordersHeldUp: 0, lastError: null };
    expect(report.providers).toMatchObject([{ name: 'sandbox', ...nothing }]);
    expect(await tables().order.count({ where: { status: 'PENDING' } })).toBe(0);
    expect(await tables().charge.count({ where: { nextCheckAt: { not: null } } })).toBe(0);
    expect(await countsOf(server, raffles.soldOut)).toEqual({ sellable: soldOutQuotas, reserved: 0, allocated: soldOutQuotas });
    // Nobody can pay for what has ended any more, where the bank can prevent it.
    for (const { code } of sold.filter(({ story }) => story.dynamic && story.pays.length === 0).slice(0, 60)) {
      await expect(ask(bankPool, 'POST', '/sandbox/pay', { pixCopiaECola: code })).rejects.toThrow('409');
    }
  });
}
