import { type LeafRow, selectLeaves } from '../../src/book/book.sql.js';
import type { BookLeaf } from '../../src/proof/book.js';
import { replayBook } from '../../src/proof/book-replay.js';
import { ProofProblem } from '../../src/proof/steps.js';
import { differingFigures } from './differing-figures.js';
import type { TestServer } from './start.js';

/** Each answers the rows that break a rule of selling: none, ever. $1 raffle id. */
export const SALE_RULES: Record<string, string> = {
  'the counter reserves what its unpaid orders do': `
    SELECT c.* FROM raffle_counters c WHERE c.raffle_id = $1::uuid AND (
      c.reserved <> (SELECT coalesce(sum(quota_quantity), 0) FROM orders
                     WHERE raffle_id = $1::uuid AND status = 'PENDING' AND reservation = 'RESERVED')
      OR c.unproven <> (SELECT coalesce(sum(quota_quantity), 0) FROM orders WHERE raffle_id = $1::uuid AND status = 'PENDING' AND unproven))`,
  'no quota is of two orders': `
    SELECT a.order_id, b.order_id AS other FROM quota_allocations a JOIN quota_allocations b ON b.raffle_id = a.raffle_id
      AND b.order_id > a.order_id AND b.first_ordinal < a.end_ordinal AND a.first_ordinal < b.end_ordinal
    WHERE a.raffle_id = $1::uuid AND a.voided_at IS NULL AND b.voided_at IS NULL`,
  'the paid orders hold quotas, and no others': `
    SELECT o.id, o.status FROM orders o LEFT JOIN quota_allocations a ON a.order_id = o.id AND a.voided_at IS NULL
    WHERE o.raffle_id = $1::uuid GROUP BY o.id HAVING (o.status = 'PAID') <> (count(a.order_id) > 0)`,
  'no more is paid and reserved than there is': `
    SELECT r.quota_quantity, sum(o.quota_quantity) AS held FROM raffles r JOIN orders o ON o.raffle_id = r.id
    WHERE r.id = $1::uuid AND (o.status = 'PAID' OR o.status = 'PENDING' AND o.reservation = 'RESERVED')
    GROUP BY r.id HAVING sum(o.quota_quantity) > r.quota_quantity`,
  'a buyer holds what their orders sum up to': `
    SELECT * FROM (
      SELECT user_id, coalesce(sum(quota_quantity) FILTER (WHERE status = 'PENDING'), 0) AS reserved,
             coalesce(sum(quota_quantity) FILTER (WHERE status = 'PAID'), 0) AS allocated
      FROM orders WHERE raffle_id = $1::uuid GROUP BY user_id
    ) o FULL JOIN (SELECT * FROM raffle_buyers WHERE raffle_id = $1::uuid) b USING (user_id)
    WHERE coalesce(o.reserved, 0) <> coalesce(b.reserved, 0) OR coalesce(o.allocated, 0) <> coalesce(b.allocated, 0)`,
};

/** The same of a raffle in which nothing was refunded. */
export const UNREFUNDED_SALE_RULES: Record<string, string> = {
  'the counter is what its blocks sum up to': `
    SELECT c.* FROM raffle_counters c WHERE c.raffle_id = $1::uuid AND (
      c.allocated <> (SELECT coalesce(sum(end_ordinal - first_ordinal), 0) FROM quota_allocations WHERE raffle_id = $1::uuid)
      OR c.reserved + c.allocated > c.sellable)`,
  'the blocks are dense and disjoint': `
    SELECT * FROM (
      SELECT a.*, coalesce(lag(end_ordinal) OVER (ORDER BY first_ordinal), 0) AS expected
      FROM quota_allocations a WHERE a.raffle_id = $1::uuid
    ) b WHERE first_ordinal <> expected`,
  'the leaves of the book are numbered without a gap': `
    SELECT c.raffle_id FROM raffle_counters c WHERE c.raffle_id = $1::uuid AND c.leaves <> (
      SELECT coalesce(max(leaf) + 1, 0) FROM (
        SELECT leaf FROM quota_allocations WHERE raffle_id = $1::uuid UNION ALL SELECT leaf FROM book_entries WHERE raffle_id = $1::uuid
      ) l HAVING count(*) = count(DISTINCT leaf) AND count(*) = coalesce(max(leaf) + 1, 0))`,
  'a paid order has one block of its size, no other order has one': `
    SELECT o.id, o.status, o.quota_quantity, a.first_ordinal, a.end_ordinal
    FROM orders o LEFT JOIN quota_allocations a ON a.order_id = o.id WHERE o.raffle_id = $1::uuid AND (
      (o.status = 'PAID') <> (a.order_id IS NOT NULL) OR a.end_ordinal - a.first_ordinal <> o.quota_quantity
      OR a.raffle_id <> o.raffle_id)`,
  'the times of an order are those of its state': `
    SELECT id, status, paid_at, ended_at FROM orders WHERE raffle_id = $1::uuid AND (
      (status = 'PAID') <> (paid_at IS NOT NULL) OR (status IN ('CANCELLED', 'EXPIRED')) <> (ended_at IS NOT NULL))`,
  'an order has a charge of its total, unless it is free, and the two stand alike': `
    SELECT o.id, o.status, o.total_value, c.amount, c.status AS charge FROM orders o LEFT JOIN charges c ON c.order_id = o.id
    WHERE o.raffle_id = $1::uuid AND ((o.total_value = 0) <> (c.txid IS NULL) OR c.amount <> o.total_value
      OR (o.status = 'PAID') <> (c.status = 'PAID') OR (o.status = 'PENDING') <> (c.status IN ('CREATING', 'ACTIVE')))`,
  'the money is what paid orders cost and late payments keep': `
    SELECT * FROM (
      SELECT (SELECT coalesce(sum(amount), 0) FROM payments p JOIN orders o ON o.id = p.order_id
              WHERE o.raffle_id = $1::uuid) AS received,
             (SELECT coalesce(sum(total_value), 0) FROM orders WHERE raffle_id = $1::uuid AND status = 'PAID') AS spent,
             (SELECT coalesce(sum(l.amount), 0) FROM late_payments l JOIN payments p ON p.id = l.payment_id
              JOIN orders o ON o.id = p.order_id WHERE o.raffle_id = $1::uuid) AS late
    ) m WHERE received <> spent + late`,
  'a paid order was paid for, once': `
    SELECT o.id, count(p.id) AS payments FROM orders o
    LEFT JOIN (SELECT p.id, p.order_id, p.amount - coalesce(l.amount, 0) AS kept
               FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id) p ON p.order_id = o.id AND p.kept = o.total_value
    WHERE o.raffle_id = $1::uuid GROUP BY o.id HAVING (count(p.id) = 1) <> (o.status = 'PAID')`,
};

/** The rules of selling that a raffle's rows break, with the rows; none when all is well. For raffles without refunds. */
export async function brokenInvariants(
  server: Pick<TestServer, 'app'>,
  raffleId: string,
): Promise<{ rule: string; rows: unknown[] }[]> {
  const found: { rule: string; rows: unknown[] }[] = [];
  for (const [rule, text] of Object.entries({ ...SALE_RULES, ...UNREFUNDED_SALE_RULES })) {
    const rows = await server.app.db.prisma.$queryRawUnsafe<unknown[]>(text, raffleId);
    if (rows.length > 0) found.push({ rule, rows });
  }
  const differing = await differingFigures(server, raffleId);
  if (differing.length > 0) found.push({ rule: 'its figures are what its orders say', rows: differing });
  const problems = await problemsOfBook(server, raffleId);
  if (problems.length > 0) found.push({ rule: 'its book is one that a stranger accepts', rows: problems });
  return found;
}

/** Of a book as a stranger replays it, and then beside the rows; none when all is well. */
export async function problemsOfBook({ app }: Pick<TestServer, 'app'>, raffleId: string): Promise<unknown[]> {
  const { isInstant, allocated } = await app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  const live = await app.db.prisma.quotaAllocation.findMany({ where: { raffleId, voidedAt: null }, orderBy: { leaf: 'asc' } });
  const replay = replayBook({ isInstant });
  const rows = await app.db.query(selectLeaves, [raffleId, 0, 2 ** 31 - 1]);
  try {
    for (const row of rows) replay.add(row.type === 'BLOCK' ? blockOf(row) : row);
  } catch (error) {
    if (error instanceof ProofProblem) return [{ problem: error.message }];
    throw error;
  }
  const liveLeaves = rows.flatMap((_, index) => (replay.blockAt(index)?.isLive ? [index] : []));
  const isSame = replay.allocated === allocated && liveLeaves.join() === live.map(({ leaf }) => leaf).join();
  return isSame ? [] : [{ allocated, replayed: replay.allocated, live: live.map(({ leaf }) => leaf), liveLeaves }];
}

function blockOf({ type, how, first, count, round }: LeafRow & { type: 'BLOCK' }): BookLeaf {
  return { type, how, first, count, round: Number(round ?? 0n), boxes: 0, commitment: new Uint8Array(16) };
}

/** An order that reached a state told each receiver so, once. */
export const EVENTS_OF_ORDERS = `
  WITH told AS MATERIALIZED (
    SELECT type, (body::jsonb #>> '{data,orderId}')::bigint AS order_id, count(*) AS times
    FROM webhook_events WHERE type LIKE 'order.%' GROUP BY 1, 2
  ), moved AS (
    SELECT id, 'order.paid' AS type FROM orders WHERE paid_at IS NOT NULL
    UNION ALL SELECT id, 'order.' || lower(status::text) FROM orders WHERE status IN ('CANCELLED', 'EXPIRED', 'REFUNDED')
  )
  SELECT m.id, m.type, t.times FROM moved m LEFT JOIN told t ON t.order_id = m.id AND t.type = m.type WHERE t.times IS DISTINCT FROM 1`;
