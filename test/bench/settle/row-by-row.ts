import type { Stage } from '../orders/stage.js';

/**
 * A payment a transaction, as a good program writes it on one connection: the counter is locked first, then it writes the rows that
 * settling writes, a statement each, with the outbox's question who is to be told. Of pgbench, whose variable `id` counts the orders
 * up from the one before the first; it asks no bank, keeps no callback and looks for no earlier payment.
 */
export function settleOneAtATime({ raffleId }: Stage, providerName: string): string {
  return `
\\set id :id + 1
BEGIN;
SELECT allocated, leaves FROM raffle_counters WHERE raffle_id = '${raffleId}' FOR UPDATE \\gset
SELECT o.user_id, o.quota_quantity AS q, o.total_value, c.txid FROM orders o JOIN charges c ON c.order_id = o.id
WHERE o.id = :id AND o.status = 'PENDING' FOR UPDATE OF o \\gset
INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, amount, source, paid_at)
VALUES (gen_random_uuid(), '${providerName}', 'R' || :id::text, :txid, :id, :total_value, 'CALLBACK', now());
UPDATE orders SET status = 'PAID', paid_at = now() WHERE id = :id;
INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how)
VALUES ('${raffleId}', :leaves::int, :id, :allocated::int, :allocated::int + :q::int, 'PIX');
UPDATE raffle_counters SET reserved = reserved - :q::int, allocated = allocated + :q::int, leaves = leaves + 1 WHERE raffle_id = '${raffleId}';
UPDATE raffle_buyers SET reserved = reserved - :q::int, allocated = allocated + :q::int
WHERE raffle_id = '${raffleId}' AND user_id = :user_id;
UPDATE charges SET status = 'PAID' WHERE order_id = :id;
WITH told AS (
  SELECT gen_random_uuid() AS event_id, e.type, w.id AS endpoint_id, w.url
  FROM (VALUES ('payment.received'), ('order.paid')) e(type) JOIN webhook_endpoints w
    ON w.client_id IS NULL AND (w.events = '{}' OR e.type = ANY (w.events))
  WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL
), kept AS (
  INSERT INTO webhook_events (id, type, body) SELECT event_id, type, 'of order ' || :id::text FROM told
)
INSERT INTO webhook_deliveries (id, event_id, endpoint_id, url, receiver)
SELECT gen_random_uuid(), event_id, endpoint_id, url, 'endpoint:' || endpoint_id FROM told;
COMMIT`.trim();
}
