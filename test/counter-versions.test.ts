import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { lockCounters } from '../src/quotas/counter.sql.js';
import { lockQuotas } from '../src/quotas/locked-quotas.js';
import { allocateOrders, releaseOrders } from '../src/quotas/move-orders.sql.js';
import { reserveBatch } from '../src/quotas/reserve-orders.js';
import type { Statement } from '../src/platform/database/statement.js';
import { aCustomer } from './support/actors.js';
import { anOrderRequest } from './support/order-request.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const BATCHES = 4_000;
const BATCHES_IN_FIVE_SECONDS = 500;
/** More than a few levels of an index and the versions of five seconds. */
const MORE_PAGES = 40;

const server = forTests(startTestServer);
beforeAll(() => seedProviders(server));

it('costs a sale no more after thousands of batches while a backup holds its snapshot', async () => {
  const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
  const buyer = await aCustomer(server);
  const { orderId } = await server.app.orderQueue.reserve(anOrderRequest(raffle.id, buyer.id));
  const row = {
    raffle_id: raffle.id,
    version: 1,
    user_id: buyer.id,
    quantity: 1,
    price: 100,
    total: 100,
    provider: 'static',
  };
  const statements: [Statement<object>, unknown[]][] = [
    [lockCounters, [[raffle.id]]],
    [reserveBatch, [[raffle.id], [buyer.id], JSON.stringify([row]), 1_200, uuidv7()]],
    [releaseOrders, [[orderId], 'EXPIRED', null]],
    [allocateOrders, [[orderId], [new Date()], ['PIX'], [orderId], [0], [2], [0], [raffle.id], [1], [null], [0]]],
  ];
  const backup = new pg.Client({ connectionString: server.databaseUrl });
  await backup.connect();
  try {
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM raffle_counters');
    const pagesOf = async ([{ text }, values]: [Statement<object>, unknown[]]): Promise<number> => {
      const connection = await server.app.db.pool.connect();
      try {
        await connection.query('BEGIN');
        // Without money no order is paid.
        await connection.query(
          `INSERT INTO payments (id, provider_name, order_id, amount, source, paid_at) VALUES ($1, 'static', $2, 200, 'ADMIN', now())`,
          [uuidv7(), orderId],
        );
        const { rows } = await connection.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
        await connection.query('ROLLBACK');
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
        return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      } finally {
        connection.release();
      }
    };
    const pages = async (): Promise<number[]> => {
      const each = [];
      for (const one of statements) each.push(await pagesOf(one));
      return each;
    };
    // What a connection looks up once is not counted.
    await pages();
    const before = await pages();
    await server.app.db.pool.query(`DO $$ BEGIN
      FOR i IN 1..${BATCHES} LOOP
        UPDATE raffle_counters SET quota_prize_changes = quota_prize_changes + 1, sold_in = sold_in + (i % ${BATCHES_IN_FIVE_SECONDS} = 0)::int
        WHERE ctid = (SELECT ctid FROM raffle_counters WHERE raffle_id = '${raffle.id}' ORDER BY raffle_id, sold_in DESC LIMIT 1);
      END LOOP;
    END $$`);
    const after = await pages();
    statements.forEach(([{ name }], i) => expect.soft(after[i]! - before[i]!, name).toBeLessThan(MORE_PAGES));
  } finally {
    await backup.end();
  }
});

it('moves to the present with each batch of orders, payments and releases', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  const buyer = await aCustomer(server);
  const counters = server.app.db.prisma.raffleCounter;
  const movesIt = async (act: () => Promise<unknown>): Promise<void> => {
    await counters.update({ where: { raffleId }, data: { soldIn: 7 } });
    const startedAt = Date.now();
    await act();
    const { soldIn } = await counters.findUniqueOrThrow({ where: { raffleId } });
    // The time is rounded.
    expect(soldIn).toBeGreaterThanOrEqual(Math.floor((startedAt - 1_000) / 5_000));
    expect(soldIn).toBeLessThanOrEqual(Math.ceil((Date.now() + 1_000) / 5_000));
  };
  const orderIds: string[] = [];
  const order = async (): Promise<void> => {
    const { orderId } = await server.app.orderQueue.reserve(anOrderRequest(raffleId, buyer.id));
    orderIds.push(orderId ?? '');
  };
  await movesIt(order);
  await order();
  const [paid = '', released = ''] = orderIds;
  const incoming = { source: 'ADMIN', providerName: 'static', amount: 200n, paidAt: new Date() } as const;
  await movesIt(() => server.app.orderSettlement.push({ incoming, orderId: paid, raffleId }));
  await movesIt(() =>
    server.app.db.transaction(async (tx) =>
      (await lockQuotas(server.app, tx, [raffleId])).release([released], 'CANCELLED', 'FAILED'),
    ),
  );
});
