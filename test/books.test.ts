import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../src/payments/settle.js';
import { cancelOrder } from '../src/orders/order.service.js';
import { expireOrders } from '../src/orders/order-expiry.js';
import type { OrderRow } from '../src/orders/order.sql.js';
import { checkAllBooks, checkBooks } from '../src/reconciliation/books/check-books.js';
import { claimTurn } from '../src/reconciliation/books/round.sql.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { startTransitionStage } from './support/transition-stage.js';
import { forTests } from './support/start.js';

/** Nobody checks the books but the test. */
const stage = forTests(startTransitionStage);
let other: pg.Client;
beforeAll(async () => {
  other = new pg.Client({ connectionString: stage.databaseUrl });
  await other.connect();
});
afterAll(() => other?.end());
beforeEach(() => other.query('ROLLBACK'));

const report = () => reportReconciliation(stage.app);
const found = async () => (await report()).disagreements.map(({ rule }) => rule);
const anOrder = async (): Promise<OrderRow> => stage.anOrder((await stage.aRaffle()).id, 'static');
const setCharge = (order: OrderRow, status: string) =>
  other.query(`UPDATE charges SET status = $2::charge_status WHERE order_id = $1`, [order.id, status]);

it('the report has no age until all books have been checked once', async () => {
  const order = await anOrder();
  await stage.app.db.pool.query('UPDATE book_checks SET round_ended_at = NULL, round_started_at = now()');
  await stage.app.db.pool.query(`UPDATE book_checks SET marks_checked_to = NULL, counters_checked_at = NULL`);
  // Held by another process, so that nothing is checked.
  await other.query('BEGIN');
  await other.query('SELECT FROM book_checks FOR UPDATE');
  expect((await report()).booksCheckedAt).toBeNull();
  await other.query('ROLLBACK');
  await checkAllBooks(stage.app);
  const { booksCheckedAt } = await report();
  expect(Number(booksCheckedAt)).toBeGreaterThan(Number(order.createdAt));
});

describe('what changed', () => {
  beforeAll(() => checkAllBooks(stage.app));

  it('is found when the report is asked for, and no more once it is mended', async () => {
    const order = await anOrder();
    await setCharge(order, 'PAID');
    expect(await found()).toEqual(['ORDER_CHARGE']);
    await setCharge(order, 'ACTIVE');
    expect(await found()).toEqual([]);
  });

  it('stays on the list when the process that had taken it is killed', async () => {
    const order = await anOrder();
    await setCharge(order, 'PAID');
    const killed = new pg.Client({ connectionString: stage.databaseUrl });
    killed.on('error', () => undefined);
    await killed.connect();
    await killed.query('BEGIN');
    const { rowCount } = await killed.query('DELETE FROM book_marks');
    expect(rowCount).toBeGreaterThan(0);
    const { rows } = await killed.query('SELECT pg_backend_pid() AS pid');
    await other.query('SELECT pg_terminate_backend($1, 5000)', [rows[0].pid]);
    expect(await found()).toEqual(['ORDER_CHARGE']);
    await setCharge(order, 'ACTIVE');
    expect(await found()).toEqual([]);
  });

  it('while triggers were off is found by the round', async () => {
    const order = await anOrder();
    expect(await found()).toEqual([]);
    await other.query('BEGIN; SET LOCAL session_replication_role = replica');
    await setCharge(order, 'PAID');
    await other.query('COMMIT');
    expect(await found()).toEqual([]);
    await checkAllBooks(stage.app);
    expect(await found()).toEqual(['ORDER_CHARGE']);
    await setCharge(order, 'ACTIVE');
    expect(await found()).toEqual([]);
  });

  it('makes nobody wait: neither another who changes the same block nor the report', async () => {
    const raffle = await stage.aRaffle();
    const [one, another] = [await stage.anOrder(raffle.id, 'static'), await stage.anOrder(raffle.id, 'static')];
    await other.query('BEGIN');
    await other.query(`UPDATE orders SET referral = 'a' WHERE id = $1`, [one.id]);
    const startedMs = performance.now();
    await stage.app.db.pool.query(`UPDATE orders SET referral = 'b' WHERE id = $1`, [another.id]);
    expect(await found()).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    await other.query('ROLLBACK');
  });

  it('sets the age of the report for as long as nobody can check it', async () => {
    await anOrder();
    const before = Number((await report()).booksCheckedAt);
    await other.query('BEGIN');
    await other.query('SELECT FROM book_checks FOR UPDATE');
    await anOrder();
    const asked = Date.now();
    expect(Number((await report()).booksCheckedAt)).toBe(before);
    expect(Date.now() - asked).toBeLessThan(4_000);
    await other.query('ROLLBACK');
    expect(Number((await report()).booksCheckedAt)).toBeGreaterThanOrEqual(asked - 1);
  });
});

it('one of several processes takes the recurring turn', async () => {
  const turns = await Promise.all(Array.from({ length: 5 }, () => stage.app.db.query(claimTurn, [5])));
  expect(turns.flat()).toHaveLength(1);
  expect(await stage.app.db.query(claimTurn, [5])).toEqual([]);
});

it('a turn rests between its steps, and ends as soon as it is told to', async () => {
  await checkAllBooks(stage.app);
  const stopping = new AbortController();
  let isOver = false;
  // A second is the longest rest, and it has two at least: without them there would be nothing to do.
  const turn = checkBooks(stage.app, { forMs: 60_000, roundSteps: 0, rests: 1e9, signal: stopping.signal });
  void turn.then(() => (isOver = true));
  await sleep(500);
  expect(isOver).toBe(false);
  const startedMs = performance.now();
  stopping.abort();
  expect(await turn).toBe(true);
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

it('a busy sale is no disagreement at any moment, nor what it leaves behind', async () => {
  await checkAllBooks(stage.app);
  const raffles = [await stage.aRaffle({ quotaQuantity: 5_000 }), await stage.aRaffle({ quotaQuantity: 5_000 })];
  let selling = true;
  const looks: unknown[] = [];
  const looking = (async () => {
    while (selling) {
      await checkBooks(stage.app, { forMs: 200, roundSteps: 3 });
      looks.push(...(await found()));
    }
  })();
  const counters: number[] = [];
  const comparing = (async () => {
    while (selling) {
      const { rows } = await stage.app.db.pool.query('SELECT counters_checked_at AS at FROM book_checks');
      counters.push(Number(rows[0].at));
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  })();
  const sell = async (n: number): Promise<void> => {
    const order = await stage.anOrder(raffles[n % 2]?.id ?? '', 'static');
    const id = order.id;
    if (n % 5 === 0) return;
    if (n % 5 === 1) await cancelOrder(stage.buyer, id, false);
    else if (n % 5 === 2) {
      await stage.app.db.pool.query(`UPDATE orders SET expires_at = now() - interval '5 minutes' WHERE id = $1`, [id]);
      await expireOrders(stage.app);
    } else {
      await stage.pay(order, n % 10 === 3 ? order.totalValue + 100n : undefined);
      if (n % 5 === 4) await refundOrder(stage.admin, id, {});
    }
  };
  const nobodys = { source: 'RECONCILIATION', providerName: 'static', paidAt: new Date(), amount: 100n } as const;
  for (let n = 0; n < 240; n += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => sell(n + i)));
    await settle(stage.app, { ...nobodys, endToEndId: `nobodys${n}` });
  }
  selling = false;
  await Promise.all([looking, comparing]);
  expect(looks).toEqual([]);
  expect(new Set(counters).size).toBeGreaterThan(3);
  await checkAllBooks(stage.app);
  expect(await found()).toEqual([]);
  await other.query('UPDATE raffle_counters SET reserved = reserved + 1 WHERE raffle_id = $1', [raffles[0]?.id]);
  expect(await found()).toEqual(['RAFFLE_RESERVED']);
}, 60_000);
