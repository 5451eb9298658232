import { beforeAll, describe, expect, it } from 'vitest';
import { moveRafflesByDate } from '../src/raffles/raffle-dates.js';
import { checkRefund, refundOrder } from '../src/refunds/refund.service.js';
import { raffleDesk } from './support/raffles.js';
import { seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { anAdmin } from './support/actors.js';
import { startTransitionStage } from './support/transition-stage.js';

const PAST = new Date(Date.now() - 60_000);
const FUTURE = new Date(Date.now() + 3_600_000);

const stage = forTests(startTransitionStage);

const row = (id: string) => stage.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });

describe('a raffle whose dates come', () => {
  it.each([
    ['OPEN', { endsAt: PAST }, 'CLOSED'],
    ['OPEN', { endsAt: FUTURE }, 'OPEN'],
    ['OPEN', { endsAt: null, drawAt: PAST }, 'OPEN'],
    ['SOON', { startsAt: PAST }, 'OPEN'],
    ['SOON', { startsAt: FUTURE }, 'SOON'],
    ['SOON', { startsAt: null }, 'SOON'],
    ['SOLD_OUT', { endsAt: PAST }, 'SOLD_OUT'],
    ['DRAFT', { startsAt: PAST, endsAt: PAST }, 'DRAFT'],
    ['OPEN', { endsAt: PAST, deletedAt: PAST }, 'OPEN'],
  ] as const)('%s with %o is %s', async (status, dates, expected) => {
    const { id } = await stage.aRaffle({ status, ...dates });
    const before = await row(id);
    await moveRafflesByDate(stage.app);
    const after = await row(id);
    expect(after.status).toBe(expected);
    expect(after.version - before.version).toBe(expected === status ? 0 : 1);
    const audit = await stage.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(audit.map(({ actorId, action, details }) => ({ actorId, action, details }))).toEqual(
      expected === status
        ? []
        : [
            {
              actorId: null,
              action: 'updateRaffle',
              details: { status: expected, statusBefore: status, reason: expect.stringMatching(/^(startsAt|endsAt) has come$/) },
            },
          ],
    );
  });

  it('is moved once by several processes, and an order that is waiting for payment is still paid', async () => {
    const { id } = await stage.aRaffle();
    const order = await stage.anOrder(id);
    await stage.app.db.prisma.raffle.update({ where: { id }, data: { endsAt: PAST } });
    const moved = await Promise.all([1, 2, 3].map(() => moveRafflesByDate(stage.app)));
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(1);
    await stage.pay(order);
    expect((await stage.app.db.prisma.order.findUnique({ where: { id: BigInt(order.id) } }))?.status).toBe('PAID');
  });
});

describe('a refund by the buyer', () => {
  const paid = { raffleStatus: 'OPEN', isFrozen: false, isInstant: false, isPastItsDates: false, paidAt: new Date() } as const;
  const buyer = { role: 'USER', id: 'u' } as const;
  const operator = { role: 'ADMIN', id: 'a', operatorRole: 'OWNER' } as const;

  it('is for the time of the sale, and until a raffle is called off too', () => {
    expect(() => checkRefund(buyer, paid)).not.toThrow();
    expect(() => checkRefund(buyer, { ...paid, isPastItsDates: true })).toThrow('Sales are closed');
    expect(() => checkRefund(operator, { ...paid, isPastItsDates: true })).not.toThrow();
    expect(() => checkRefund(buyer, { ...paid, raffleStatus: 'CANCELLED', isPastItsDates: true })).not.toThrow();
  });

  it.each([{ endsAt: PAST }, { drawAt: PAST }])('is refused after %o, by the clock of the database', async (dates) => {
    const { id } = await stage.aRaffle();
    const order = await stage.anOrder(id);
    await stage.pay(order);
    await stage.app.db.prisma.raffle.update({ where: { id }, data: dates });
    await expect(refundOrder(stage.buyer, order.id, {})).rejects.toMatchObject({ code: 'CONFLICT' });
    await refundOrder(stage.admin, order.id, {});
  });
});

describe('an operator', () => {
  const server = forTests(startTestServer);

  beforeAll(() => seedProviders(server));

  it('sees it move by itself, and opens it again only with a later end', async () => {
    const desk = raffleDesk(server, (await anAdmin(server)).token);
    const id = await desk.open({ endsAt: new Date(Date.now() + 1_500).toISOString() });
    const status = async () => (await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status;
    await expect.poll(status, { timeout: 5_000 }).toBe('CLOSED');
    expect(await desk.refusalOf(id, { status: 'OPEN' })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { endsAt: ['has passed: move it to open the raffle'] },
    });
    expect((await desk.update(id, { status: 'OPEN', endsAt: FUTURE.toISOString() })).raffle.status).toBe('OPEN');
    expect((await desk.create({ status: 'OPEN', endsAt: PAST.toISOString() })).error?.fields).toHaveProperty('endsAt');
  });
});
