import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createOrderQueue } from '../src/orders/order-queue.js';
import { settle } from '../src/payments/settle.js';
import { lockQuotas } from '../src/quotas/locked-quotas.js';
import { reserveOrders, type OrderRequest } from '../src/quotas/reserve-orders.js';
import { aCustomer } from './support/actors.js';
import { deferred } from './support/deferred.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, leftOf, seedProviders } from './support/sales.js';
import { anOrderRequest } from './support/order-request.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let buyers: { id: string }[];
/** What each has paid in two orders of another raffle, in reais, which is what a quota costs. */
const CREDITS = [0, 0, 5, 30];
beforeAll(async () => {
  await seedProviders(server);
  buyers = await Promise.all(CREDITS.map(() => aCustomer(server)));
  const { id: raffleId } = await anOpenRaffle(server);
  for (const [i, credit] of CREDITS.entries()) {
    for (const quotaQuantity of credit > 0 ? [1, credit - 1] : []) {
      const amount = BigInt(quotaQuantity) * 100n;
      const request = anOrderRequest(raffleId, buyers[i]?.id ?? '', { quotaQuantity, totalValue: amount });
      const { orderId } = await server.app.orderQueue.reserve(request);
      await settle(server.app, { source: 'ADMIN', providerName: 'static', orderId: orderId ?? '', amount, paidAt: new Date() });
    }
  }
  // They cannot take it back any more.
  await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { frozenAt: new Date() } });
});

interface Asked {
  buyer: number;
  quantity: number;
  key: number | null;
}

async function decide(
  raffleId: string,
  asked: Asked[],
): Promise<{ outcome: string; orderId: string | null; available: number | null }[]> {
  const request = ({ buyer, quantity, key }: Asked): OrderRequest =>
    anOrderRequest(raffleId, buyers[buyer]?.id ?? '', {
      quotaQuantity: quantity,
      totalValue: BigInt(quantity) * 100n,
      // The fingerprint is the request's own: the same key with another buyer or quantity is another body.
      idempotency:
        key === null ? null : { principal: raffleId, key: String(key), fingerprint: Buffer.from(`${buyer}/${quantity}`) },
    });
  return Promise.all(asked.map((order) => server.app.orderQueue.reserve(request(order))));
}

const isTaken = (outcome: string | undefined): boolean => outcome === 'RESERVED' || outcome === 'AT_PAYMENT';

const anOrder = fc.record({ buyer: fc.nat(3), quantity: fc.integer({ min: 1, max: 12 }), key: fc.constant(null) });

describe('a batch of orders that the disk has not stored yet', () => {
  it('is answered only then, while others of the raffle are decided', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10 });
    // What they have reserved counts in every raffle.
    const [one, other] = await Promise.all([aCustomer(server), aCustomer(server)]);
    const { db, metrics, tracer } = server.app;
    const stored = deferred();
    const wasCommitted = async (witnessId: string): Promise<boolean> => {
      await stored.promise;
      return db.wasCommitted(witnessId);
    };
    const queue = createOrderQueue({ db: { ...db, wasCommitted }, metrics, tracer });
    const isAnswered = vi.fn<() => void>();
    const first = queue.reserve(anOrderRequest(raffle.id, one.id)).finally(isAnswered);
    await expect.poll(() => leftOf(server, raffle.id)).toBe(8);

    const second = await server.app.orderQueue.reserve(anOrderRequest(raffle.id, other.id));
    expect([second.outcome, await leftOf(server, raffle.id), isAnswered.mock.calls.length]).toEqual(['RESERVED', 6, 0]);
    stored.resolve();
    expect(await first).toMatchObject({ outcome: 'RESERVED' });
  });
});

describe('a batch of orders', () => {
  it('reserves in the order of the queue, passing over what is too large for what is free', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10 });
    const outcomes = await decide(
      raffle.id,
      [6, 11, 9, 3, 5, 1, 1].map((quantity) => ({ buyer: 0, quantity, key: null })),
    );
    expect(outcomes.map(({ outcome, available }) => (outcome === 'SOLD_OUT' ? `none of ${available}` : outcome))).toEqual([
      'RESERVED',
      'none of 10',
      'AT_PAYMENT',
      'RESERVED',
      'AT_PAYMENT',
      'RESERVED',
      'AT_PAYMENT',
    ]);
  });

  it('decides whatever strangers ask for as if each order had come alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          anOrder.map((order) => ({ ...order, buyer: order.buyer % 2 })),
          { minLength: 1, maxLength: 25 },
        ),
        fc.record({ quotaQuantity: fc.integer({ min: 1, max: 60 }), unprovenShare: fc.nat(100) }),
        async (asked, sale) => {
          const raffle = await anOpenRaffle(server, sale);
          let share = Math.floor((sale.quotaQuantity * sale.unprovenShare) / 100);
          const expected = asked.map(({ quantity }) => {
            if (quantity > sale.quotaQuantity) return 'SOLD_OUT';
            if (quantity > share) return 'AT_PAYMENT';
            share -= quantity;
            return 'RESERVED';
          });
          expect((await decide(raffle.id, asked)).map(({ outcome }) => outcome)).toEqual(expected);
          expect(await brokenInvariants(server, raffle.id)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reserves for strangers within their share, and for others what they once paid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anOrder, { minLength: 1, maxLength: 25 }),
        fc.record({ quotaQuantity: fc.integer({ min: 1, max: 60 }), unprovenShare: fc.nat(100) }),
        async (asked, sale) => {
          const raffle = await anOpenRaffle(server, sale);
          const outcomes = await decide(raffle.id, asked);
          const { reserved, unproven } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({
            where: { raffleId: raffle.id },
          });
          const broken = await brokenInvariants(server, raffle.id);
          // Before anything may fail: what buyers have reserved counts in every raffle.
          await server.app.db.transaction(async (tx) => (await lockQuotas(server.app, tx, [raffle.id])).releaseUnpaid(raffle.id));
          expect(broken).toEqual([]);
          const share = Math.floor((sale.quotaQuantity * sale.unprovenShare) / 100);
          expect(unproven).toBeLessThanOrEqual(share);
          const held = buyers.map((_, buyer) =>
            asked.reduce(
              (sum, order, i) => sum + (order.buyer === buyer && outcomes[i]?.outcome === 'RESERVED' ? order.quantity : 0),
              0,
            ),
          );
          expect(held.reduce((sum, quantity) => sum + quantity, 0)).toBe(reserved);
          expect(reserved - unproven).toBeLessThanOrEqual(CREDITS.reduce((sum, credit) => sum + credit, 0));
          asked.forEach(({ buyer, quantity }, i) => {
            if (outcomes[i]?.outcome !== 'AT_PAYMENT') return;
            const hadCredit = quantity <= (CREDITS[buyer] ?? 0) - (held[buyer] ?? 0);
            expect(quantity).toBeGreaterThan(Math.min(sale.quotaQuantity - reserved, hadCredit ? Infinity : share - unproven));
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses only what breaks a rule, and breaks none', async () => {
    const limits = fc.record({
      quotaQuantity: fc.integer({ min: 1, max: 80 }),
      maxBuyerQuantity: fc.option(fc.integer({ min: 1, max: 25 })),
      antiSpamMaxQuota: fc.option(fc.integer({ min: 1, max: 25 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anOrder, { minLength: 1, maxLength: 25 }),
        limits,
        async (asked, { antiSpamMaxQuota, ...overrides }) => {
          const raffle = await anOpenRaffle(server, {
            ...overrides,
            enableAntiSpam: antiSpamMaxQuota !== null,
            antiSpamMaxQuota,
            antiSpamTimeout: 10,
          });
          const outcomes = await decide(raffle.id, asked);

          const left = await leftOf(server, raffle.id);
          const held = buyers.map((_, buyer) =>
            asked.reduce(
              (sum, order, i) => sum + (order.buyer === buyer && isTaken(outcomes[i]?.outcome) ? order.quantity : 0),
              0,
            ),
          );
          for (const total of held)
            expect(total).toBeLessThanOrEqual(Math.min(overrides.maxBuyerQuantity ?? 1e9, antiSpamMaxQuota ?? 1e9));
          asked.forEach(({ buyer, quantity }, i) => {
            const wouldHold = (held[buyer] ?? 0) + quantity;
            const { outcome } = outcomes[i] ?? {};
            if (outcome === 'SOLD_OUT') expect(quantity).toBeGreaterThan(overrides.quotaQuantity);
            else if (outcome === 'AT_PAYMENT') expect(quantity).toBeGreaterThan(left);
            else if (outcome === 'BUYER_LIMIT') expect(wouldHold).toBeGreaterThan(overrides.maxBuyerQuantity ?? 1e9);
            else if (outcome === 'ANTI_SPAM') expect(wouldHold).toBeGreaterThan(antiSpamMaxQuota ?? 1e9);
            else expect(outcome).toBe('RESERVED');
          });
          expect(await brokenInvariants(server, raffle.id)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('makes one order a key, whatever else is in it', async () => {
    const keyed = fc.record({ buyer: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }), key: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(keyed, { minLength: 1, maxLength: 25 }), async (asked) => {
        const raffle = await anOpenRaffle(server);
        const outcomes = await decide(raffle.id, asked);
        const firstOf = new Map<number, number>();
        asked.forEach(({ key }, i) => firstOf.set(key, firstOf.get(key) ?? i));

        const expected = asked.map(({ buyer, quantity, key }, i) => {
          const at = firstOf.get(key) ?? i;
          const same = asked[at]?.buyer === buyer && asked[at]?.quantity === quantity;
          return at === i ? 'RESERVED' : same ? 'REPEATED' : 'MISMATCH';
        });
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(expected);
        outcomes.forEach(({ outcome, orderId }, i) => {
          if (outcome === 'REPEATED') expect(orderId).toBe(outcomes[firstOf.get(asked[i]?.key ?? 0) ?? i]?.orderId);
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a batch of orders of several raffles', () => {
  const several = fc.array(
    anOrder.chain((order) => fc.nat(2).map((raffle) => ({ ...order, raffle }))),
    { minLength: 1, maxLength: 40 },
  );
  const raffles = async (sales: { quotaQuantity: number; unprovenShare: number }[]) =>
    Promise.all(sales.map(async (sale) => ({ ...sale, id: (await anOpenRaffle(server, sale)).id })));
  const anySale = fc.record({ quotaQuantity: fc.integer({ min: 1, max: 60 }), unprovenShare: fc.nat(100) });
  const sales = fc.array(anySale, { minLength: 3, maxLength: 3 });
  const ask = (id: string, { buyer, quantity }: { buyer: number; quantity: number }) =>
    server.app.orderQueue.reserve(
      anOrderRequest(id, buyers[buyer]?.id ?? '', { quotaQuantity: quantity, totalValue: BigInt(quantity) * 100n }),
    );

  it('decides those of each as if they had come alone', async () => {
    await fc.assert(
      fc.asyncProperty(several, sales, async (asked, settings) => {
        const open = await raffles(settings);
        const shares = open.map(({ quotaQuantity, unprovenShare }) => Math.floor((quotaQuantity * unprovenShare) / 100));
        const expected = asked.map(({ raffle, quantity }) => {
          if (quantity > open[raffle]!.quotaQuantity) return 'SOLD_OUT';
          if (quantity > shares[raffle]!) return 'AT_PAYMENT';
          shares[raffle]! -= quantity;
          return 'RESERVED';
        });
        // Buyers who have paid for nothing.
        const outcomes = await Promise.all(
          asked.map((order) => ask(open[order.raffle]!.id, { ...order, buyer: order.buyer % 2 })),
        );
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(expected);
        for (const { id } of open) expect(await brokenInvariants(server, id)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('is decided in one statement: orders of one raffle do not delay orders of another', async () => {
    const open = await raffles(Array.from({ length: 3 }, () => ({ quotaQuantity: 10, unprovenShare: 100 })));
    const requests = await Promise.all(
      open.map(async ({ id }) => anOrderRequest(id, (await aCustomer(server)).id, { quotaQuantity: 6, totalValue: 600n })),
    );
    const decided = await reserveOrders(server.app.db, () => requests, { waitMs: 1_000, skipsHeld: false });
    const { decisions, kept } = Array.isArray(decided) ? { decisions: decided, kept: true } : decided;
    expect(decisions).toEqual(requests.map(() => ({ answer: expect.objectContaining({ outcome: 'RESERVED' }) })));
    expect(await kept).toBe(true);
  });

  const release = (id: string): Promise<unknown> =>
    server.app.db.transaction(async (tx) => (await lockQuotas(server.app, tx, [id])).releaseUnpaid(id));

  it('reserves for nobody more than they once paid, in all of them together', async () => {
    for (const { id } of await server.app.db.prisma.raffle.findMany({ select: { id: true } })) await release(id);
    await fc.assert(
      fc.asyncProperty(several, async (asked) => {
        const open = await raffles(Array.from({ length: 3 }, () => ({ quotaQuantity: 100, unprovenShare: 0 })));
        const outcomes = await Promise.all(asked.map((order) => ask(open[order.raffle]!.id, order)));
        for (const { id } of open) await release(id);
        for (const [buyer, credit] of CREDITS.entries()) {
          const mine = asked
            .map(({ quantity }, i) => ({ quantity, outcome: outcomes[i]?.outcome }))
            .filter((_, i) => asked[i]?.buyer === buyer);
          const held = mine.reduce((sum, { quantity, outcome }) => sum + (outcome === 'RESERVED' ? quantity : 0), 0);
          expect(held).toBeLessThanOrEqual(credit);
          for (const { quantity, outcome } of mine) if (outcome === 'AT_PAYMENT') expect(quantity).toBeGreaterThan(credit - held);
        }
      }),
      { numRuns: 30, examples: [[[0, 1].map((raffle) => ({ raffle, buyer: 2, quantity: 5, key: null }))]] },
    );
  });

  it.each([
    ['raffle', 'raffle_counters WHERE raffle_id'],
    ['buyer', 'users WHERE id'],
  ] as const)('is decided while another transaction holds a %s, but for its orders, which wait', async (what, rows) => {
    const [held, free] = [await anOpenRaffle(server), await anOpenRaffle(server)];
    const [one, other] = [await aCustomer(server), await aCustomer(server)];
    const connection = await server.app.db.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query(`SELECT FROM ${rows} = $1 FOR UPDATE`, [what === 'raffle' ? held.id : one.id]);
      const order = (raffle: { id: string }, buyer: { id: string }) =>
        server.app.orderQueue.reserve(anOrderRequest(raffle.id, buyer.id));
      let isDecided = false;
      const waiting = order(held, one).finally(() => (isDecided = true));
      expect(await order(free, other)).toMatchObject({ outcome: 'RESERVED' });
      expect(await order(free, other)).toMatchObject({ outcome: 'RESERVED' });
      expect(isDecided).toBe(false);
      await connection.query('COMMIT');
      expect(await waiting).toMatchObject({ outcome: 'RESERVED' });
    } finally {
      connection.release();
    }
    expect(await brokenInvariants(server, held.id)).toEqual([]);
  });

  it('refuses a key that came with another raffle', async () => {
    const open = await raffles(Array.from({ length: 2 }, () => ({ quotaQuantity: 10, unprovenShare: 100 })));
    const outcomes = await Promise.all(
      open.map(({ id }) =>
        server.app.orderQueue.reserve(
          anOrderRequest(id, buyers[0]?.id ?? '', {
            idempotency: { principal: open[0]!.id, key: 'k', fingerprint: Buffer.from(id) },
          }),
        ),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['RESERVED', 'MISMATCH']);
  });
});
