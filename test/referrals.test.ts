import { beforeAll, describe, expect, it } from 'vitest';
import { purgePendingCommissions } from '../src/referrals/commission.sql.js';
import { countChanges } from '../src/referrals/count-changes.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { letMature } from './support/commissions.js';
import { startOtherProcess } from './support/other-process.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const buyer = forTests(() => aCustomer(server));
const admin = forTests(() => anAdmin(server));
beforeAll(() => seedProviders(server));

const RECORD = 'userId orders accrued reversed paidOut pending payable withheld overpaid';
const MINE = `{ myReferrals { ${RECORD} } myCommissionEntries(first: 100) { nodes { id type amount orderId reference note } } }`;
const PAY_OUT = `mutation ($input: PayOutCommissionInput!) { payOutCommission(input: $input) { ${RECORD} } }`;

async function aReferredOrder(
  referrer: { id: string },
  { basisPoints = 250, quantity = 1, more = {} }: { basisPoints?: number; quantity?: number; more?: object } = {},
): Promise<string> {
  const raffle = await anOpenRaffle(server, {
    affiliate: true,
    commissionBasisPoints: basisPoints,
    quotaPrice: 1_000n,
    ...more,
  });
  const input = { raffleId: raffle.id, quotaQuantity: quantity, referral: referrer.id };
  const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, input);
  if (!order) throw new Error('nothing was sold');
  return order.id;
}

const pay = (id: string) => salesDesk(server.graphql).pay(admin.token, id);
const REFUND = 'mutation ($id: ID!, $amount: Money) { refundOrder(id: $id, input: { amount: $amount }) { status } }';
const refund = (id: string, amount?: string) => server.graphql(REFUND, { id, amount }, admin);
const RELEASE = 'mutation ($id: ID!) { releaseDispute(id: $id, note: "withdrawn") { status } }';
async function openDisputeOf(orderId: string): Promise<string> {
  const { id: paymentId } = await server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(orderId) } });
  const OPEN = 'mutation ($paymentId: ID!) { openDispute(paymentId: $paymentId, reason: "a letter") { id } }';
  const { data } = await server.graphql<{ openDispute: { id: string } }>(OPEN, { paymentId }, admin);
  return data?.openDispute.id ?? '';
}
const setBlocked = (id: string, isBlocked: boolean) =>
  isBlocked
    ? server.graphql('mutation ($id: ID!) { blockUser(id: $id, reason: "fraud") { id } }', { id }, admin)
    : server.graphql('mutation ($id: ID!) { unblockUser(id: $id) { id } }', { id }, admin);
async function aMatureOrder(referrer: { id: string }, options?: Parameters<typeof aReferredOrder>[1]): Promise<string> {
  const id = await aReferredOrder(referrer, options);
  await pay(id);
  await letMature(server, referrer);
  return id;
}
async function mine(referrer: { token: string }) {
  type Mine = {
    myReferrals: Record<string, unknown>;
    myCommissionEntries: { nodes: { id: string; type: string; amount: string }[] };
  };
  const { data } = await server.graphql<Mine>(MINE, {}, referrer);
  return { sums: data.myReferrals, entries: data.myCommissionEntries.nodes };
}
async function payOut(input: { userId: string; amount: string; reference: string; note?: string }) {
  const { data, errors } = await server.graphql<{ payOutCommission: Record<string, unknown> } | null>(PAY_OUT, { input }, admin);
  return data?.payOutCommission ?? errors?.[0]?.extensions;
}

describe('a commission', () => {
  it('is earned with the payment, not before, and lost with a whole refund', async () => {
    const referrer = await aCustomer(server);
    const id = await aReferredOrder(referrer);
    expect((await mine(referrer)).sums).toMatchObject({ orders: 0, accrued: '0.00', pending: '0.00', payable: '0.00' });
    await pay(id);
    const earned = await mine(referrer);
    expect(earned.sums).toMatchObject({ orders: 1, accrued: '0.25', pending: '0.25', payable: '0.00' });
    expect(earned.entries).toMatchObject([{ type: 'ACCRUED', amount: '0.25', orderId: id, reference: null, note: null }]);
    await pay(id);
    expect(await mine(referrer)).toEqual(earned);

    await refund(id);
    const lost = await mine(referrer);
    expect(lost.sums).toMatchObject({
      orders: 0,
      accrued: '0.25',
      reversed: '0.25',
      pending: '0.00',
      payable: '0.00',
      overpaid: '0.00',
    });
    expect(lost.entries).toHaveLength(2);
    expect(lost.entries[0]).toMatchObject({ type: 'REVERSED', amount: '0.25', orderId: id });
  });

  it.each([
    // Of R$ 10.00 each.
    [1, 1, '0.00'],
    [5, 1, '0.01'],
    [4, 1, '0.00'],
    [333, 3, '1.00'],
    [10_000, 2, '20.00'],
  ])(
    'of %i hundredths of a percent for %i quotas is %s, half a centavo counting as one',
    async (basisPoints, quantity, amount) => {
      const referrer = await aCustomer(server);
      await pay(await aReferredOrder(referrer, { basisPoints, quantity }));
      expect((await mine(referrer)).sums).toMatchObject({ accrued: amount, orders: amount === '0.00' ? 0 : 1 });
    },
  );

  it('is of what the order costs, not of what it would without a promotion', async () => {
    const referrer = await aCustomer(server);
    const id = await aReferredOrder(referrer, {
      basisPoints: 1_000,
      quantity: 2,
      more: {
        enablePromotions: true,
        promotionRows: { create: { id: '0199a000-0000-7000-8000-000000000001', kind: 'EXACT', quotaQuantity: 2, price: 1_500n } },
      },
    });
    await pay(id);
    expect((await mine(referrer)).sums).toMatchObject({ accrued: '1.50' });
  });

  it.each<[string, object]>([
    ['is off', { affiliate: false }],
    ['has no rate', { commissionBasisPoints: null }],
  ])('is not earned in a raffle where it %s', async (_, more) => {
    const referrer = await aCustomer(server);
    await pay(await aReferredOrder(referrer, { more }));
    expect((await mine(referrer)).sums).toMatchObject({ orders: 0, accrued: '0.00' });
  });

  it('is by the rate when the order was placed, whatever an operator makes of it before the payment', async () => {
    const referrer = await aCustomer(server);
    const id = await aReferredOrder(referrer);
    const { raffleId } = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const change = 'mutation ($id: ID!, $input: UpdateRaffleInput!) { updateRaffle(id: $id, input: $input) { id } }';
    for (const input of [{ commissionBasisPoints: 10_000 }, { affiliate: false }])
      expect((await server.graphql(change, { id: raffleId, input }, admin)).errors).toBeUndefined();
    await pay(id);
    expect((await mine(referrer)).sums).toMatchObject({ accrued: '0.25' });
    await refund(id, '5.00');
    expect((await mine(referrer)).sums).toMatchObject({ reversed: '0.12' });
  });

  it('is of the money that was not refunded, in however many parts it went', async () => {
    const referrer = await aCustomer(server);
    const id = await aReferredOrder(referrer, { basisPoints: 333 });
    await pay(id);
    // 3.33 % of 10.00 less one centavo at a time.
    for (let kept = 999; kept >= 990; kept--) {
      await refund(id, '0.01');
      const standing = (Math.round(kept * 0.0333) / 100).toFixed(2);
      expect((await mine(referrer)).sums).toMatchObject({ orders: 1, accrued: '0.33', pending: standing });
    }
    await refund(id, '9.70');
    expect((await mine(referrer)).sums).toMatchObject({ orders: 1, pending: '0.01' });
    await refund(id, '0.10');
    expect((await mine(referrer)).sums).toMatchObject({ orders: 0, accrued: '0.33', reversed: '0.33', pending: '0.00' });
    await refund(id);
    const { entries } = await mine(referrer);
    expect(entries.reduce((sum, { type, amount }) => sum + (type === 'ACCRUED' ? 1 : -1) * Number(amount), 0)).toBeCloseTo(0);
  });

  it("is nobody's who refers themselves, and no operator's", async () => {
    await pay(await aReferredOrder(buyer));
    expect((await mine(buyer)).sums).toMatchObject({ orders: 0, accrued: '0.00' });
    const before = await server.app.db.prisma.referrer.count();
    await pay(await aReferredOrder(admin));
    expect(await server.app.db.prisma.referrer.count()).toBe(before);
  });

  it('is each counted once when orders of many raffles are paid and refunded at once', async () => {
    const referrers = await Promise.all([aCustomer(server), aCustomer(server)]);
    const orders: [string, { id: string; token: string }][] = [];
    for (let n = 0; n < 12; n++) {
      const referrer = referrers[n % 2]!;
      orders.push([await aReferredOrder(referrer), referrer]);
    }
    await Promise.all(orders.flatMap(([id]) => [pay(id), pay(id)]));
    await Promise.all(orders.slice(0, 6).flatMap(([id]) => [refund(id), refund(id)]));
    for (const referrer of referrers) {
      const { sums, entries } = await mine(referrer);
      expect(sums).toMatchObject({ orders: 3, accrued: '1.50', reversed: '0.75', pending: '0.75' });
      expect(entries).toHaveLength(9);
      const ids = entries.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    }
  });
});

describe('the sums of a referrer', () => {
  it('hold up no payment, and are right whether what was paid and refunded is counted or not', async () => {
    const referrer = await aCustomer(server);
    const [first, second, third] = [
      await aReferredOrder(referrer),
      await aReferredOrder(referrer, { quantity: 2 }),
      await aReferredOrder(referrer, { quantity: 4 }),
    ];
    await pay(first);
    const other = await startOtherProcess(server.databaseUrl);
    await other.query('SELECT FROM referrers WHERE user_id = $1 FOR NO KEY UPDATE', [referrer.id]);
    await pay(second);
    await refund(first);
    await other.query('COMMIT');
    await other.end();
    const LIST = `{ referrers(first: 100) { nodes { ${RECORD} } } }`;
    const told = async () => {
      const { data } = await server.graphql<any>(LIST, {}, admin);
      const listed = data.referrers.nodes.find(({ userId }: { userId: string }) => userId === referrer.id);
      const { sums } = await mine(referrer);
      expect(listed).toEqual(sums);
      return sums;
    };
    const expected = { orders: 1, accrued: '0.75', reversed: '0.25', pending: '0.50' };
    expect(await told()).toMatchObject(expected);
    await Promise.all([countChanges(server.app), countChanges(server.app)]);
    expect(await told()).toMatchObject(expected);
    expect(await server.app.db.prisma.commissionChange.count({ where: { referrerId: referrer.id } })).toBe(0);

    // An hour that is known already: what comes to it, and then what is taken off it.
    await pay(third);
    await countChanges(server.app);
    await refund(second);
    await countChanges(server.app);
    expect(await told()).toMatchObject({ orders: 1, accrued: '1.75', reversed: '0.75', pending: '1.00' });
    const row = await server.app.db.prisma.referrer.findUniqueOrThrow({ where: { userId: referrer.id } });
    expect(row).toMatchObject({ orders: 1, accrued: 175n, reversed: 75n, balance: 100n });
  });
});

describe('a payout', () => {
  it('leaves out what is disputed until that ends, and what is pending only once', async () => {
    const referrer = await aCustomer(server);
    const id = await aMatureOrder(referrer, { basisPoints: 1_000 });
    await aMatureOrder(referrer, { basisPoints: 500 });
    const fresh = await aReferredOrder(referrer);
    await pay(fresh);
    const disputed = await Promise.all([id, fresh].map(openDisputeOf));
    const held = { pending: '0.25', payable: '0.50', withheld: '1.00', overpaid: '0.00' };
    expect((await mine(referrer)).sums).toMatchObject(held);
    const input = { userId: referrer.id, amount: '0.51', reference: 'July' };
    expect(await payOut(input)).toMatchObject({ code: 'CONFLICT' });
    expect(await payOut({ ...input, amount: '0.50' })).toMatchObject({ ...held, payable: '0.00' });
    for (const dispute of disputed) await server.graphql(RELEASE, { id: dispute }, admin);
    expect((await mine(referrer)).sums).toMatchObject({ pending: '0.25', payable: '1.00', withheld: '0.00' });
    // What was paid out before is not owed back because it is disputed later.
    await payOut({ ...input, amount: '1.00', reference: 'August' });
    await openDisputeOf(id);
    expect((await mine(referrer)).sums).toMatchObject({ payable: '0.00', withheld: '0.00', overpaid: '0.00' });
  });

  it('is written down once by its reference, and never above what is payable', async () => {
    const referrer = await aCustomer(server);
    await aMatureOrder(referrer, { quantity: 4 });
    const input = { userId: referrer.id, amount: '0.40', reference: 'E2E1', note: 'November' };
    expect(await payOut({ ...input, amount: '1.01' })).toMatchObject({
      code: 'CONFLICT',
      fields: { amount: [expect.any(String)] },
    });
    expect(await payOut({ ...input, amount: '0.00' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await payOut(input)).toMatchObject({ paidOut: '0.40', payable: '0.60' });
    expect(await payOut(input)).toMatchObject({ paidOut: '0.40', payable: '0.60' });
    expect(await payOut({ ...input, amount: '0.10' })).toMatchObject({
      code: 'CONFLICT',
      fields: { reference: [expect.any(String)] },
    });
    const other = await startOtherProcess(server.databaseUrl);
    await other.query('SELECT FROM referrers WHERE user_id = $1 FOR UPDATE', [referrer.id]);
    const paying = Promise.all(['E2E2', 'E2E3'].map((reference) => payOut({ ...input, amount: '0.50', reference })));
    const both = await other.commitBehind(() => paying, 2);
    await other.end();
    expect(both.filter((answer) => answer?.code === 'CONFLICT')).toHaveLength(1);
    const { sums, entries } = await mine(referrer);
    expect(sums).toMatchObject({ paidOut: '0.90', payable: '0.10' });
    expect(entries).toHaveLength(3);
    const audit = { subjectId: referrer.id, action: 'payOutCommission', actorId: admin.id };
    expect(await server.app.db.prisma.auditEntry.count({ where: audit })).toBe(2);
  });

  it('of what is taken back later is told as overpaid, and the next commissions make up for it', async () => {
    const referrer = await aCustomer(server);
    const id = await aMatureOrder(referrer, { quantity: 2 });
    await payOut({ userId: referrer.id, amount: '0.50', reference: 'all' });
    await refund(id, '8.00');
    expect((await mine(referrer)).sums).toMatchObject({ reversed: '0.20', payable: '0.00', overpaid: '0.20' });
    await refund(id);
    expect((await mine(referrer)).sums).toMatchObject({ payable: '0.00', overpaid: '0.50' });
    expect(await payOut({ userId: referrer.id, amount: '0.01', reference: 'more' })).toMatchObject({ code: 'CONFLICT' });
    await pay(await aReferredOrder(referrer, { quantity: 3 }));
    expect((await mine(referrer)).sums).toMatchObject({ pending: '0.75', payable: '0.00', overpaid: '0.50' });
    await letMature(server, referrer);
    expect((await mine(referrer)).sums).toMatchObject({ pending: '0.00', payable: '0.25', overpaid: '0.00' });
  });

  it('is of nothing whose buyer may still take the money back', async () => {
    const referrer = await aCustomer(server);
    await pay(await aReferredOrder(referrer));
    await letMature(server, referrer, 7 * 24 - 1);
    await pay(await aReferredOrder(referrer));
    const input = { userId: referrer.id, amount: '0.01', reference: 'early' };
    expect(await payOut(input)).toMatchObject({ code: 'CONFLICT', fields: { amount: [expect.stringContaining('0.00')] } });
    await letMature(server, referrer, 2);
    expect((await mine(referrer)).sums).toMatchObject({ pending: '0.25', payable: '0.25' });
    expect(await payOut({ ...input, amount: '0.26' })).toMatchObject({ code: 'CONFLICT' });
    expect(await payOut({ ...input, amount: '0.25' })).toMatchObject({ pending: '0.25', payable: '0.00' });
    const stale = 'SELECT FROM pending_commissions WHERE referrer_id = $1';
    expect((await server.app.db.pool.query(stale, [referrer.id])).rowCount).toBe(2);
    await letMature(server, referrer, 24);
    await server.app.db.query(purgePendingCommissions, [8, 100]);
    expect((await server.app.db.pool.query(stale, [referrer.id])).rowCount).toBe(1);
    expect((await mine(referrer)).sums).toMatchObject({ pending: '0.25', payable: '0.00' });
  });

  it('is refused while the referrer is blocked, who earns nothing of what is paid meanwhile', async () => {
    const referrer = await aCustomer(server);
    await aMatureOrder(referrer);
    const placedBefore = await aReferredOrder(referrer);
    await setBlocked(referrer.id, true);
    await pay(placedBefore);
    await pay(await aReferredOrder(referrer));
    await letMature(server, referrer);
    const asOperator = async () =>
      (await server.graphql(`query ($id: ID!) { referrer(userId: $id) { ${RECORD} } }`, { id: referrer.id }, admin)).data;
    expect(await asOperator()).toMatchObject({
      referrer: { orders: 1, accrued: '0.25', payable: '0.00', withheld: '0.25', overpaid: '0.00' },
    });
    const input = { userId: referrer.id, amount: '0.25', reference: 'blocked' };
    expect(await payOut(input)).toMatchObject({ code: 'CONFLICT' });
    await setBlocked(referrer.id, false);
    expect(await asOperator()).toMatchObject({ referrer: { accrued: '0.25', payable: '0.25', withheld: '0.00' } });
    await server.app.db.prisma.user.update({ where: { id: referrer.id }, data: { deletedAt: new Date() } });
    expect(await payOut(input)).toMatchObject({ code: 'CONFLICT' });
    expect(await asOperator()).toMatchObject({ referrer: { payable: '0.00', withheld: '0.25' } });
  });

  it('to nobody is NOT_FOUND', async () => {
    expect(await payOut({ userId: admin.id, amount: '0.01', reference: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    const nobody = await aCustomer(server);
    expect(await payOut({ userId: nobody.id, amount: '0.01', reference: 'x' })).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the report of referrers', () => {
  it('has those first who earned most that was not paid out, in pages, for operators only', async () => {
    const list =
      'query ($after: String) { referrers(first: 2, after: $after) { nodes { accrued reversed paidOut } pageInfo { hasNextPage endCursor } totalCount } }';
    type Listed = {
      referrers: {
        nodes: { accrued: string; reversed: string; paidOut: string }[];
        pageInfo: { endCursor: string | null; hasNextPage: boolean };
        totalCount: number;
      };
    };
    await countChanges(server.app);
    const seen: number[] = [];
    let after: string | null = null;
    for (;;) {
      const answer: { data: Listed } = await server.graphql<Listed>(list, { after }, admin);
      const { nodes, pageInfo, totalCount } = answer.data.referrers;
      expect(totalCount).toBe(await server.app.db.prisma.referrer.count());
      seen.push(...nodes.map((one) => Math.round(100 * (Number(one.accrued) - Number(one.reversed) - Number(one.paidOut)))));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect((await server.graphql(list, {}, buyer)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('is had over REST, one referrer with the statement', async () => {
    const referrer = await aCustomer(server);
    const id = await aReferredOrder(referrer);
    await pay(id);
    const own = await server.rest('GET', '/v1/referrals/mine', { token: referrer.token });
    expect([own.status, own.body]).toMatchObject([200, { accrued: '0.25', pending: '0.25', payable: '0.00' }]);
    expect((await server.rest('GET', `/v1/referrals/${referrer.id}`, { token: admin.token })).body).toEqual(own.body);
    const entries = await server.rest('GET', '/v1/referrals/mine/entries', { token: referrer.token });
    expect(entries.body).toMatchObject({ data: [{ type: 'ACCRUED', orderId: id }], pageInfo: { hasNextPage: false } });
    expect((await server.rest('GET', `/v1/referrals/${referrer.id}/entries`, { token: admin.token })).body).toEqual(entries.body);
    const body = { userId: referrer.id, amount: '0.25', reference: 'rest' };
    expect((await server.rest('POST', '/v1/referrals/payouts', { token: admin.token, body })).status).toBe(409);
    await letMature(server, referrer);
    expect((await server.rest('POST', '/v1/referrals/payouts', { token: admin.token, body })).status).toBe(201);
    expect((await server.rest('GET', '/v1/referrals', { token: referrer.token })).status).toBe(403);
  });
});

describe('a raffle', () => {
  it('that pays commissions says how much', async () => {
    const { errors } = await server.graphql(
      'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }',
      { input: { title: 'Moto', quotaPrice: '1.00', quotaQuantity: 10, affiliate: true } },
      admin,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ fields: { commissionBasisPoints: [expect.any(String)] } });
  });
});
