import type pg from 'pg';
import type { Stage } from '../orders/stage.js';

export interface PlacedOrders {
  firstId: number;
  count: number;
  perSecond: number;
}

export interface SettlingSteps {
  /** Callbacks that a worker took at a time. */
  callbacksAClaim: number;
  /** Payments that one transaction settled. */
  paymentsATransaction: number;
  /** Of all payments, those that reconciliation found before their callbacks were worked off. */
  foundByReconciliation: number;
}

/**
 * Throws unless the books agree that each of these orders was paid once: orders, payments, blocks, charges, the counters of the raffles
 * and their buyers.
 */
export async function checkBooks(
  client: pg.Client,
  { raffleIds, quotaQuantity }: Pick<Stage, 'quotaQuantity'> & { raffleIds: readonly string[] },
  placed: PlacedOrders,
): Promise<void> {
  const range = [placed.firstId, placed.firstId + placed.count - 1];
  const { rows } = await client.query(
    `SELECT
       (SELECT count(*)::int FROM orders WHERE id BETWEEN $1 AND $2 AND status = 'PAID') AS "orders PAID",
       (SELECT count(*)::int FROM payments WHERE order_id BETWEEN $1 AND $2) AS "payments",
       (SELECT count(*)::int FROM charges WHERE order_id BETWEEN $1 AND $2 AND status = 'PAID') AS "charges PAID",
       (SELECT count(*)::int FROM quota_allocations WHERE order_id BETWEEN $1 AND $2 AND end_ordinal - first_ordinal = $3) AS "blocks"`,
    [...range, quotaQuantity],
  );
  for (const [what, found] of Object.entries(rows[0] as Record<string, number>)) {
    if (found !== placed.count) throw new Error(`the books do not agree: ${found} ${what} of ${placed.count}`);
  }
  const { rows: sums } = await client.query(
    `SELECT bool_and(c.reserved = coalesce(o.reserved, 0) AND c.reserved = coalesce(b.reserved, 0)) AS "the reserved quotas",
            bool_and(c.allocated = coalesce(o.allocated, 0) AND c.allocated = coalesce(b.allocated, 0)
                     AND c.allocated = coalesce(q.allocated, 0)) AS "the allocated quotas",
            (SELECT count(*) = 0 FROM late_payments) AS "the late payments"
     FROM raffle_counters c
     LEFT JOIN (SELECT raffle_id, sum(quota_quantity) FILTER (WHERE status = 'PENDING') AS reserved,
                       sum(quota_quantity) FILTER (WHERE status = 'PAID') AS allocated FROM orders GROUP BY raffle_id) o USING (raffle_id)
     LEFT JOIN (SELECT raffle_id, sum(reserved) AS reserved, sum(allocated) AS allocated FROM raffle_buyers GROUP BY raffle_id) b
       USING (raffle_id)
     LEFT JOIN (SELECT raffle_id, sum(end_ordinal - first_ordinal) AS allocated FROM quota_allocations GROUP BY raffle_id) q
       USING (raffle_id)
     WHERE c.raffle_id = ANY ($1::uuid[])`,
    [raffleIds],
  );
  for (const [what, agrees] of Object.entries(sums[0] as Record<string, boolean>)) {
    if (!agrees) throw new Error(`the books do not agree: ${what}`);
  }
}

/** How many callbacks are not worked off yet. */
export async function openCallbacks(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT count(*)::int AS open FROM payment_callbacks WHERE processed_at IS NULL');
  return rows[0].open;
}

/** What the rows of a round's callbacks and payments tell, once all were worked off. Throws unless there is a settled callback for each. */
export async function readSteps(client: pg.Client, { firstId, count }: PlacedOrders, since: Date): Promise<SettlingSteps> {
  const { rows } = await client.query(
    // Those of a claim share the moment until which they are claimed.
    `SELECT count(*)::int AS callbacks, count(*) FILTER (WHERE outcome = 'SETTLED')::int AS settled,
            count(*)::float8 / greatest(count(DISTINCT next_attempt_at), 1) AS "callbacksAClaim"
     FROM payment_callbacks WHERE received_at >= $1`,
    [since],
  );
  const { callbacks, settled, callbacksAClaim } = rows[0];
  if (callbacks !== count || settled !== count)
    throw new Error(`of ${count} callbacks ${callbacks} were kept and ${settled} settled`);
  const { rows: payments } = await client.query(
    // Those of a transaction share the moment it began at.
    `SELECT count(*)::float8 / greatest(count(DISTINCT created_at), 1) AS "paymentsATransaction",
            count(*) FILTER (WHERE source = 'RECONCILIATION')::float8 / count(*) AS "foundByReconciliation"
     FROM payments WHERE order_id BETWEEN $1 AND $2`,
    [firstId, firstId + count - 1],
  );
  return { callbacksAClaim, ...payments[0] };
}
