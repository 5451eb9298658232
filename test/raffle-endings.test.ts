import { beforeAll, describe, expect, it } from 'vitest';
import { RaffleStatus } from '../src/generated/prisma/enums.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { anUnpaidOrder, aPaidOrder } from './support/order-rows.js';
import { anOrderRequest } from './support/order-request.js';
import { raffleDesk, raffleRow } from './support/raffles.js';
import { countsOf, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { withoutTriggers } from './support/without-triggers.js';

const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const desk = forTests(() => raffleDesk(server, admin.token));
beforeAll(() => seedProviders(server));

async function statusIs(id: string, status: RaffleStatus): Promise<void> {
  const frozenAt = status === 'DRAWN' || status === 'FINISHED' ? 'now()' : 'NULL';
  await withoutTriggers(server, `UPDATE raffles SET status = '${status}', frozen_at = ${frozenAt} WHERE id = '${id}'`);
  server.app.raffles.drop(id);
}

describe('moving a raffle', () => {
  it('goes the ways of the state machine and no other', async () => {
    const id = await desk.open();
    const ways: Record<string, string[]> = {};
    for (const from of Object.values(RaffleStatus)) {
      ways[from] = [];
      for (const to of Object.values(RaffleStatus)) {
        await statusIs(id, from);
        const { raffle, error } = await desk.update(id, { status: to });
        if (raffle) expect(raffle.status).toBe(to);
        else expect(error).toEqual({ code: 'CONFLICT', fields: { status: [expect.any(String)] } });
        if (raffle && to !== from) ways[from].push(to);
        if (to === from) expect(raffle.status).toBe(to);
        else if (error) expect((await raffleRow(server, id)).status).toBe(from);
      }
    }
    expect(ways).toEqual({
      DRAFT: ['SOON', 'OPEN', 'CANCELLED'],
      SOON: ['DRAFT', 'OPEN', 'CANCELLED'],
      OPEN: ['CLOSED', 'CANCELLED'],
      SOLD_OUT: ['CANCELLED'],
      CLOSED: ['OPEN', 'CANCELLED'],
      DRAWN: ['FINISHED'],
      FINISHED: [],
      CANCELLED: [],
    });
  });

  it('opens again only while quotas are left', async () => {
    const id = await desk.open({ quotaQuantity: 5 });
    await aPaidOrder(server, id, 4);
    await statusIs(id, 'CLOSED');
    expect((await desk.update(id, { status: 'OPEN' })).raffle.status).toBe('OPEN');
    await anUnpaidOrder(server, id, 1);
    await statusIs(id, 'CLOSED');
    expect(await desk.refusalOf(id, { status: 'OPEN' })).toEqual({
      code: 'CONFLICT',
      fields: { status: ['No quota is left to sell.'] },
    });
  });

  it('is known at once to the sales that follow', async () => {
    const id = await desk.open({ status: 'SOON' });
    expect(await server.app.raffles.get(id)).toMatchObject({ status: 'SOON', version: 1 });
    await desk.update(id, { status: 'OPEN' });
    expect(await server.app.raffles.get(id)).toMatchObject({ status: 'OPEN', version: 2 });
    await desk.remove(id);
    expect(await server.app.raffles.get(id)).toBeUndefined();
  });

  it('says that the draw and the sale set their states themselves', async () => {
    const id = await desk.open();
    await statusIs(id, 'CLOSED');
    const messageOf = async (status: RaffleStatus) => (await desk.update(id, { status })).message;
    expect(await messageOf('DRAWN')).toBe('Only the draw makes a raffle DRAWN.');
    expect(await messageOf('SOLD_OUT')).toBe('Only the sale of the last quota makes a raffle SOLD_OUT.');
    expect(await messageOf('SOON')).toBe('A raffle that is CLOSED cannot become SOON: from here it goes to OPEN or CANCELLED.');
  });
});

describe('cancelling a raffle', () => {
  it("cancels its unpaid orders and gives their quotas back, and no other raffle's", async () => {
    const id = await desk.open();
    const other = await desk.open();
    const orders = [await anUnpaidOrder(server, id, 3), await anUnpaidOrder(server, id, 4)];
    const elsewhere = await anUnpaidOrder(server, other, 5);
    const { prisma } = server.app.db;

    expect((await desk.update(id, { status: 'CANCELLED' })).raffle.status).toBe('CANCELLED');

    const rows = await prisma.order.findMany({ where: { raffleId: id }, include: { charge: true }, orderBy: { id: 'asc' } });
    expect(rows.map((row) => [row.id, row.status, row.charge?.status])).toEqual(
      orders.map((order) => [order.id, 'CANCELLED', 'CANCELLED']),
    );
    expect(rows.every(({ endedAt }) => endedAt && Math.abs(Date.now() - endedAt.getTime()) < 60_000)).toBe(true);
    expect(await countsOf(server, id)).toEqual({ sellable: 100, reserved: 0, allocated: 0 });
    const buyers = await prisma.raffleBuyer.findMany({ where: { raffleId: id } });
    expect(buyers.map(({ reserved }) => reserved)).toEqual([0, 0]);

    const untouched = await prisma.order.findUniqueOrThrow({ where: { id: elsewhere.id }, include: { charge: true } });
    expect([untouched.status, untouched.charge?.status]).toEqual(['PENDING', 'ACTIVE']);
    expect(await countsOf(server, other)).toEqual({ sellable: 100, reserved: 5, allocated: 0 });
  });

  it('ends its unpaid orders to the last one, however many batches they are', async () => {
    const id = await desk.open({ quotaQuantity: 2_000, unprovenShare: 100 });
    const buyer = await aCustomer(server);
    const asked = Array.from({ length: 1_200 }, () =>
      server.app.orderQueue.reserve(anOrderRequest(id, buyer.id, { quotaQuantity: 1, totalValue: 100n })),
    );
    for (const { outcome } of await Promise.all(asked)) expect(outcome).toBe('RESERVED');

    expect((await desk.update(id, { status: 'CANCELLED' })).raffle.status).toBe('CANCELLED');
    // The first 500 with the change, the others by the worker.
    await expect.poll(() => countsOf(server, id), { timeout: 15_000 }).toMatchObject({ reserved: 0 });
    expect(await server.app.db.prisma.order.count({ where: { raffleId: id, status: 'CANCELLED' } })).toBe(1_200);
  });

  it('refunds its paid orders, and ends the unpaid ones', async () => {
    const { prisma } = server.app.db;
    const id = await desk.open();
    const paid = await aPaidOrder(server, id, 2);
    const unpaid = await anUnpaidOrder(server, id, 3);

    expect((await desk.update(id, { status: 'CANCELLED', confirmRefundTotal: '2.00' })).raffle.status).toBe('CANCELLED');

    const statusOf = async (orderId: bigint) => (await prisma.order.findUniqueOrThrow({ where: { id: orderId } })).status;
    expect(await statusOf(unpaid.id)).toBe('CANCELLED');
    await expect.poll(() => statusOf(paid.id), { timeout: 10_000 }).toBe('REFUNDED');
    expect(await prisma.refund.findMany({ where: { payment: { orderId: paid.id } } })).toMatchObject([
      { amount: 200n, status: 'BY_HAND' },
    ]);
    expect(await countsOf(server, id)).toEqual({ sellable: 100, reserved: 0, allocated: 2 });
    const entries = await prisma.auditEntry.findMany({ where: { action: 'refundOrder', subjectId: String(paid.id) } });
    expect(entries).toMatchObject([
      { actorId: null, details: { reason: 'the raffle was called off', amount: '2.00', whole: true } },
    ]);
  });
});

describe('calling off a raffle with paid orders', () => {
  it('is refused, telling what would go back, without that very sum', async () => {
    const id = await desk.open();
    await aPaidOrder(server, id, 2);
    const part = await aPaidOrder(server, id, 5);
    const refused = await desk.update(id, { status: 'CANCELLED' });
    expect(refused.error?.code).toBe('CONFLICT');
    expect(refused.message).toBe(
      'calling it off refunds 2 paid orders, 7.00 in all: send confirmRefundTotal "7.00" if that is meant',
    );
    for (const confirmRefundTotal of ['0.00', '6.99', '7.01'])
      expect((await desk.refusalOf(id, { status: 'CANCELLED', confirmRefundTotal }))?.code).toBe('CONFLICT');

    await server.graphql(
      'mutation ($id: ID!) { refundOrder(id: $id, input: { amount: "1.50" }) { id } }',
      { id: String(part.id) },
      admin,
    );
    expect((await desk.refusalOf(id, { status: 'CANCELLED', confirmRefundTotal: '7.00' }))?.fields).toEqual({
      confirmRefundTotal: [expect.stringContaining('"5.50"')],
    });
    expect((await desk.update(id, { status: 'CANCELLED', confirmRefundTotal: '5.50' })).raffle.status).toBe('CANCELLED');
    expect((await desk.update(id, { status: 'CANCELLED' })).raffle.status).toBe('CANCELLED');
  });

  it('is refused while orders are being paid: the sum does not stand still', async () => {
    const id = await desk.open();
    await aPaidOrder(server, id, 2);
    const { refundTotalOf } = server.app;
    server.app.refundTotalOf = async (raffleId) => {
      const total = await refundTotalOf(raffleId);
      await aPaidOrder(server, id, 1);
      return total;
    };
    try {
      const { error, message } = await desk.update(id, { status: 'CANCELLED', confirmRefundTotal: '2.00' });
      expect([error?.code, message]).toEqual(['CONFLICT', expect.stringContaining('close the raffle first')]);
    } finally {
      server.app.refundTotalOf = refundTotalOf;
    }
  });

  it('takes no sum for any other change', async () => {
    const id = await desk.open();
    expect(await desk.refusalOf(id, { title: 'Outra', confirmRefundTotal: '0.00' })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { confirmRefundTotal: [expect.any(String)] },
    });
  });
});

describe('deleting a raffle', () => {
  it('answers what it was, hides it, keeps the row and frees the slug', async () => {
    const id = await desk.open({ title: 'Casa', slug: 'casa' });
    expect((await desk.remove(id)).raffle).toMatchObject({ id, slug: 'casa', title: 'Casa' });
    const seen = await server.graphql('query ($id: ID!) { raffle(id: $id) { id } }', { id }, admin);
    expect(seen.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await desk.update(id, { title: 'X' })).error?.code).toBe('NOT_FOUND');
    expect((await desk.remove(id)).error?.code).toBe('NOT_FOUND');
    expect((await raffleRow(server, id)).deletedAt).toBeInstanceOf(Date);
    expect((await raffleRow(server, await desk.open({ slug: 'casa' }))).slug).toBe('casa');
  });

  it.each([
    ['waits for payment', anUnpaidOrder],
    ['is paid', aPaidOrder],
  ])('is refused while an order %s', async (_state, anOrder) => {
    const id = await desk.open();
    await anOrder(server, id, 1);
    expect((await desk.remove(id)).error?.code).toBe('CONFLICT');
    expect((await raffleRow(server, id)).deletedAt).toBeNull();
  });

  it('is possible once its orders ended unpaid', async () => {
    const id = await desk.open();
    await anUnpaidOrder(server, id, 1);
    await desk.update(id, { status: 'CANCELLED' });
    expect((await desk.remove(id)).raffle.id).toBe(id);
  });

  it('is for an ADMIN only and changes nothing for others', async () => {
    const id = await desk.open();
    const customer = await aCustomer(server);
    expect((await raffleDesk(server, customer.token).remove(id)).error?.code).toBe('FORBIDDEN');
    expect((await raffleDesk(server, undefined).remove(id)).error?.code).toBe('UNAUTHENTICATED');
    expect((await raffleRow(server, id)).deletedAt).toBeNull();
  });

  it.each([UNKNOWN, 'no-uuid'])('finds nothing by the id "%s"', async (id) => {
    expect((await desk.remove(id)).error?.code).toBe('NOT_FOUND');
  });
});
