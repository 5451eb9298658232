import type { Stage } from '../orders/stage.js';
import { NEXT_ORDER } from './stage.js';

/**
 * A payment as the best one statement it can be: it writes the rows that settling writes, with no question asked first.
 * The order is the next of a sequence.
 */
export function settleOneSql({ raffleId, provider }: Stage): string {
  return `
WITH next AS MATERIALIZED (SELECT nextval('${NEXT_ORDER}') AS id),
locked AS MATERIALIZED (
  SELECT o.id, o.user_id, o.quota_quantity AS q, o.total_value FROM next JOIN orders o ON o.id = next.id
  WHERE o.status = 'PENDING' FOR UPDATE OF o
), counted AS (
  UPDATE raffle_counters c SET reserved = c.reserved - l.q, allocated = c.allocated + l.q, leaves = c.leaves + 1 FROM locked l
  WHERE c.raffle_id = '${raffleId}' RETURNING l.id, c.leaves - 1 AS leaf, c.allocated - l.q AS first_ordinal, c.allocated AS end_ordinal
), recorded AS (
  INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, amount, source, paid_at)
  SELECT gen_random_uuid(), '${provider.name}', 'E' || id, 'bench' || id, id, total_value, 'CALLBACK', now() FROM locked
), paid AS (
  UPDATE orders o SET status = 'PAID', paid_at = now() FROM locked l WHERE o.id = l.id
), allocated AS (
  INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how)
  SELECT '${raffleId}', leaf, id, first_ordinal, end_ordinal, 'PIX' FROM counted
), bought AS (
  UPDATE raffle_buyers b SET reserved = b.reserved - l.q, allocated = b.allocated + l.q FROM locked l
  WHERE b.raffle_id = '${raffleId}' AND b.user_id = l.user_id
)
UPDATE charges c SET status = 'PAID' FROM locked l WHERE c.order_id = l.id`.trim();
}

/** A delivery by two statements for one row each, to claim it and to write its end: a worker without batches. */
export function deliverOneSql(endpointId: number): string {
  const one = (condition: string): string =>
    `
WITH one AS MATERIALIZED (
  SELECT id FROM webhook_deliveries WHERE status = 'PENDING' AND receiver = 'endpoint:${endpointId}' AND ${condition}
  ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE webhook_deliveries d`.trim();
  return `${one('next_attempt_at <= now()')} SET next_attempt_at = now() + interval '15 s' FROM one WHERE d.id = one.id;
${one('next_attempt_at > now()')}
SET status = 'DELIVERED', attempts = 1, last_status = 200, next_attempt_at = NULL, delivered_at = now()
FROM one WHERE d.id = one.id`;
}
