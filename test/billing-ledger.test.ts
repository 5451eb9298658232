import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refundBillingOrder } from '../src/legacy/billing-orders/locked-ledger.js';
import { settleBillingOrders } from '../src/legacy/billing-orders/settle-billing-orders.js';
import type { IncomingPayment } from '../src/payments/incoming-payment.js';
import { settle } from '../src/payments/settle.js';
import { aLegacyClient, chargeBody, refusal, type LegacyClient } from './support/legacy-client.js';
import { aReportingProvider } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
beforeAll(() => aReportingProvider(server));

interface Charged {
  hash: string;
  amount: number;
  reference: string;
  external_id: string;
}

async function charged(client: LegacyClient, amount = 1250): Promise<Charged> {
  return (await client.charge(chargeBody({ amount }))).body;
}

function money(
  { amount, reference }: Pick<Charged, 'amount' | 'reference'>,
  changes: Partial<IncomingPayment> = {},
): IncomingPayment {
  return {
    source: 'CALLBACK',
    providerName: 'bank',
    txid: reference,
    endToEndId: `E${randomBytes(15).toString('hex')}`,
    amount: BigInt(amount),
    paidAt: new Date('2026-03-04T05:06:07.089Z'),
    ...changes,
  };
}

const pay = (charge: Charged, changes: Partial<IncomingPayment> = {}) => settle(server.app, money(charge, changes));
const now = async (client: LegacyClient, { hash }: Charged) =>
  (await client.call('GET', `/cashin/api/billing_order/${hash}`)).body;
const balanceOf = async (client: LegacyClient) => (await client.call('GET', '/client/api/balance')).body.available_value;

async function extractOf(client: LegacyClient, first = 100) {
  const entries: any[] = [];
  for (let after = ''; ;) {
    const { body } = await client.call('GET', `/client/api/extracts?first=${first}${after}`);
    entries.unshift(...body.data.toReversed());
    if (!body.pageInfo.hasNextPage) return entries;
    after = `&after=${body.pageInfo.endCursor}`;
  }
}

async function expectBalanced(client: LegacyClient) {
  let sum = 0;
  for (const entry of await extractOf(client)) {
    sum += entry.type === 'CREDIT' ? entry.amount : -entry.amount;
    expect(entry.balance).toBe(sum);
  }
  expect(await balanceOf(client)).toBe(sum);
}

const paymentOf = (endToEndId = '') => server.app.db.prisma.payment.findUniqueOrThrow({ where: { endToEndId } });
const lateOf = ({ hash }: Charged) =>
  server.app.db.prisma.latePayment.findMany({
    where: { payment: { billingOrderId: hash } },
    select: { reason: true, amount: true, status: true },
  });

describe('money for a charge', () => {
  it('pays it: status, time, end-to-end id, an entry of the extract and the balance', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    expect([await balanceOf(client), await extractOf(client)]).toEqual([0, []]);
    const incoming = money(charge);

    expect(await settle(server.app, incoming)).toBe('PAID');
    const { endToEndId } = incoming;
    expect(await now(client, charge)).toEqual({ ...charge, status: 1, paid_at: '2026-03-04T05:06:07.089000Z', endToEndId });
    const { status, body } = await client.call('GET', '/client/api/balance');
    expect([status, body]).toEqual([200, { available_value: 1250, currency: 'BRL' }]);
    const extract = await client.call('GET', '/client/api/extracts?total=true');
    expect(extract.status).toBe(200);
    expect(extract.body).toEqual({
      data: [
        {
          id: expect.any(Number),
          type: 'CREDIT',
          amount: 1250,
          balance: 1250,
          external_id: charge.external_id,
          hash: charge.hash,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
      totalCount: 1,
    });
    expect(Object.keys(extract.body.data[0])).toEqual(['id', 'type', 'amount', 'balance', 'external_id', 'hash', 'created_at']);
    expect(await paymentOf(incoming.endToEndId)).toMatchObject({ billingOrderId: charge.hash, orderId: null, amount: 1250n });
    expect(await server.app.db.prisma.charge.findUnique({ where: { txid: charge.reference } })).toMatchObject({ status: 'PAID' });
  });

  it('counts once, however often and at whatever time it is reported', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const incoming = money(charge);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settle(server.app, incoming)));
    expect(outcomes.toSorted()).toEqual(['PAID', ...Array.from({ length: 9 }, () => 'REPEATED')]);
    expect(await settle(server.app, { ...incoming, source: 'RECONCILIATION' })).toBe('REPEATED');
    expect([await balanceOf(client), (await extractOf(client)).length, await lateOf(charge)]).toEqual([1250, 1, []]);
  });

  it('that is too little, a second time or for a refunded charge is late, and no part of the balance', async () => {
    const client = await aLegacyClient(server);
    const [low, twice, ended] = [await charged(client), await charged(client), await charged(client)];
    const refunded = money(ended);
    expect([await pay(twice), await settle(server.app, refunded)]).toEqual(['PAID', 'PAID']);
    const { id: paymentId } = await paymentOf(refunded.endToEndId);
    await server.app.db.transaction((tx) => refundBillingOrder(server.app, tx, { paymentId }));

    expect(await pay(low, { amount: 1249n })).toBe('LATE');
    expect(await pay(twice)).toBe('LATE');
    expect(await pay(ended)).toBe('LATE');
    expect(await lateOf(low)).toEqual([{ reason: 'AMOUNT_DIFFERS', amount: 1249n, status: 'PENDING' }]);
    expect(await lateOf(twice)).toEqual([{ reason: 'SECOND_PAYMENT', amount: 1250n, status: 'PENDING' }]);
    expect(await lateOf(ended)).toEqual([{ reason: 'ORDER_ENDED', amount: 1250n, status: 'PENDING' }]);
    expect(await now(client, low)).toEqual(low);
    expect(await balanceOf(client)).toBe(1250);
    await expectBalanced(client);

    expect(await pay(low)).toBe('PAID');
    expect(await balanceOf(client)).toBe(2500);
  });

  it('that comes twice in one batch pays it once', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const batch = [money(charge), money(charge)].map((incoming) => ({ billingOrderId: charge.hash, incoming }));
    expect(await settleBillingOrders(server.app, client.id, () => batch)).toEqual(['PAID', 'LATE']);
    expect(await lateOf(charge)).toEqual([{ reason: 'SECOND_PAYMENT', amount: 1250n, status: 'PENDING' }]);
    expect(await balanceOf(client)).toBe(1250);
    await expectBalanced(client);
  });

  it('that is too much pays it, and what is too much is late', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    expect(await pay(charge, { amount: 2000n })).toBe('PAID');
    expect(await lateOf(charge)).toEqual([{ reason: 'OVERPAID', amount: 750n, status: 'PENDING' }]);
    expect(await balanceOf(client)).toBe(1250);
  });

  it('cannot be said by hand to have come', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    expect(await pay(charge, { endToEndId: undefined, source: 'ADMIN' })).toBe('REFUSED');
    expect(await now(client, charge)).toEqual(charge);
  });

  it('reaches a client that is blocked', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const where = { id: client.id };
    await server.app.db.prisma.apiClient.update({ where, data: { blockedAt: new Date() } });
    expect(await pay(charge)).toBe('PAID');
    expect(await server.app.db.prisma.apiClient.findUnique({ where })).toMatchObject({ balance: 1250n });
  });
});

describe('the balance', () => {
  it('is the sum of the extract while payments, repetitions and refunds come from everywhere at once', async () => {
    const client = await aLegacyClient(server);
    const charges = await Promise.all(Array.from({ length: 30 }, (_, n) => charged(client, 100 + n)));
    const incoming = charges.map((charge) => money(charge));
    const items = charges.map((charge, n) => ({ billingOrderId: charge.hash, incoming: incoming[n] as IncomingPayment }));
    const { db } = server.app;

    // As two processes would, each with a queue of its own, and some who settle in the other order.
    const batches = [items.slice(0, 15), items.slice(10, 30), items.toReversed(), ...items.map((item) => [item])];
    const outcomes = (await Promise.all(batches.map((batch) => settleBillingOrders(server.app, client.id, () => batch)))).flat();
    expect(outcomes.filter((outcome) => outcome === 'PAID')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === 'REPEATED')).toHaveLength(outcomes.length - 30);
    const total = charges.reduce((sum, { amount }) => sum + amount, 0);
    expect(await balanceOf(client)).toBe(total);
    await expectBalanced(client);

    const payments = await Promise.all(incoming.slice(0, 10).map(({ endToEndId }) => paymentOf(endToEndId)));
    const more = await Promise.all(Array.from({ length: 10 }, () => charged(client, 1)));
    const refund = (paymentId: string) => db.transaction((tx) => refundBillingOrder(server.app, tx, { paymentId }));
    const refunds = await Promise.all([
      ...payments.flatMap(({ id }) => [refund(id), refund(id)]),
      ...more.map((charge) => pay(charge)),
    ]);
    expect(refunds.filter((outcome) => outcome === 'REFUNDED')).toHaveLength(10);
    expect(refunds.filter((outcome) => outcome === 'REPEATED')).toHaveLength(10);
    expect(await balanceOf(client)).toBe(total + 10 - charges.slice(0, 10).reduce((sum, { amount }) => sum + amount, 0));
    await expectBalanced(client);
  });

  it('is told page by page, newest first, and each client its own', async () => {
    const [client, other] = [await aLegacyClient(server), await aLegacyClient(server)];
    for (const amount of [1, 2, 3, 4, 5]) await pay(await charged(client, amount));
    await pay(await charged(other, 7));

    const first = (await client.call('GET', '/client/api/extracts?first=2&total=true')).body;
    expect(first).toMatchObject({ data: [{ amount: 5 }, { amount: 4 }], pageInfo: { hasNextPage: true }, totalCount: 5 });
    expect((await extractOf(client, 2)).map(({ balance }) => balance)).toEqual([1, 3, 6, 10, 15]);
    expect([await balanceOf(client), await balanceOf(other)]).toEqual([15, 7]);

    const cases: [string, Record<string, string[]>][] = [
      ['first=0', { first: ['must be a whole number from 1 to 100'] }],
      ['first=101', { first: ['must be a whole number from 1 to 100'] }],
      ['first=x', { first: ['must be a whole number from 1 to 100'] }],
      ['first=1&first=2', { first: ['must be a text'] }],
      ['page=2', { page: ['is not a field of this request'] }],
      ['after=WyJ4Il0', { after: [expect.any(String)] }],
    ];
    for (const [query, fields] of cases) {
      const { status, body } = await client.call('GET', `/client/api/extracts?${query}`);
      expect([query, status, body]).toEqual([query, 400, refusal(400, fields)]);
    }
  });

  it('cannot be rewritten: entries are for ever', async () => {
    const client = await aLegacyClient(server);
    await pay(await charged(client));
    const { ledgerEntry } = server.app.db.prisma;
    const where = { clientId: client.id };
    await expect(ledgerEntry.updateMany({ where, data: { amount: 1n } })).rejects.toThrow('append-only');
    await expect(ledgerEntry.deleteMany({ where })).rejects.toThrow('append-only');
    await expectBalanced(client);
  });
});

describe('a refund', () => {
  const refund = (paymentId: string, amount?: bigint) =>
    server.app.db.transaction((tx) => refundBillingOrder(server.app, tx, { paymentId, ...(amount !== undefined && { amount }) }));

  it('debits the client and leaves the charge in processing, once', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const incoming = money(charge, { amount: 2000n });
    await settle(server.app, incoming);
    const { id } = await paymentOf(incoming.endToEndId);

    // What was overpaid is returned by itself: the client never had it.
    expect(await refund(id, 2000n)).toBe('REFUNDED');
    expect(await refund(id)).toBe('REPEATED');
    expect(await now(client, charge)).toMatchObject({ status: 2, endToEndId: incoming.endToEndId, paid_at: expect.any(String) });
    expect((await extractOf(client)).map(({ type, amount, balance }) => [type, amount, balance])).toEqual([
      ['CREDIT', 1250, 1250],
      ['DEBIT', 1250, 0],
    ]);
    await expectBalanced(client);
  });

  it('of a part debits that part, and of the rest leaves the charge in processing', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const incoming = money(charge);
    await settle(server.app, incoming);
    const { id } = await paymentOf(incoming.endToEndId);

    expect([await refund(id, 250n), (await now(client, charge)).status, await balanceOf(client)]).toEqual(['REDUCED', 1, 1000]);
    expect([await refund(id), (await now(client, charge)).status, await balanceOf(client)]).toEqual(['REFUNDED', 2, 0]);
    await expectBalanced(client);
  });

  it('of money that paid nothing leaves the ledger alone', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const [first, second, unknown] = [money(charge), money(charge), money({ amount: 5, reference: 'NOBODYS' })];
    for (const incoming of [first, second, unknown]) await settle(server.app, incoming);

    for (const { endToEndId } of [second, unknown]) expect(await refund((await paymentOf(endToEndId)).id)).toBe('NOT_CREDITED');
    expect(await refund('019a0000-0000-7000-8000-000000000000')).toBe('NOT_CREDITED');
    expect([(await now(client, charge)).status, await balanceOf(client)]).toEqual([1, 1250]);
  });

  it('that fails later in its transaction leaves no trace', async () => {
    const client = await aLegacyClient(server);
    const charge = await charged(client);
    const incoming = money(charge);
    await settle(server.app, incoming);
    const { id: paymentId } = await paymentOf(incoming.endToEndId);
    const failing = server.app.db.transaction(async (tx) => {
      await refundBillingOrder(server.app, tx, { paymentId });
      throw new Error('the provider is not configured');
    });
    await expect(failing).rejects.toThrow('not configured');
    expect([(await now(client, charge)).status, await balanceOf(client)]).toEqual([1, 1250]);
  });
});
