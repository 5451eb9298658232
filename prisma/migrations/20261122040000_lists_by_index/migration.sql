-- Lists by a status, a buyer's unpaid orders and what is deleted with age are found by an index, however many rows there are.
--
-- A migration is one transaction, which cannot build an index without stopping writes to its table: one or two seconds a million rows.
-- Where that is too long, build those of orders and webhook_deliveries before the new release starts, each by itself and with
-- CONCURRENTLY behind CREATE INDEX: what is there already is left out here. One whose building failed is there too, and of no use:
-- look for `NOT indisvalid` in pg_index, and drop it before.

-- A status stands behind whose orders they are, and the newest of all statuses are found status by status: so these take the places
-- of the indexes without it. Processes of the release before list a raffle's orders more slowly until they end. Each index, like the
-- primary key, has an order of its own (NULLS FIRST, which ids never are; id + 0), by which a statement names the one that it needs:
-- where two have the order that is asked for, a plan may walk a million rows of the wrong one in the hope of meeting some of the right.
CREATE INDEX IF NOT EXISTS "orders_user_id_status_id_idx" ON "orders"("user_id", "status", "id" NULLS FIRST);
CREATE INDEX IF NOT EXISTS "orders_raffle_id_status_id_idx" ON "orders"("raffle_id", "status", "id" NULLS FIRST);
CREATE INDEX IF NOT EXISTS "orders_by_status" ON "orders"("status", ("id" + 0));
DROP INDEX "orders_user_id_id_idx";
DROP INDEX "orders_raffle_id_id_idx";

CREATE INDEX IF NOT EXISTS "webhook_deliveries_status_created_at_id_idx" ON "webhook_deliveries"("status", "created_at", "id");
CREATE INDEX IF NOT EXISTS "webhook_deliveries_endpoint_id_status_created_at_id_idx"
  ON "webhook_deliveries"("endpoint_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);
CREATE INDEX IF NOT EXISTS "webhook_deliveries_client_id_status_created_at_id_idx"
  ON "webhook_deliveries"("client_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);
DROP INDEX "webhook_deliveries_created_at_id_idx";
DROP INDEX "webhook_deliveries_endpoint_id_created_at_id_idx";
DROP INDEX "webhook_deliveries_client_id_created_at_id_idx";
DROP INDEX "webhook_deliveries_dead";

CREATE INDEX IF NOT EXISTS "late_payments_created_at_id_idx" ON "late_payments"("created_at", "id");
CREATE INDEX IF NOT EXISTS "late_payments_status_created_at_id_idx" ON "late_payments"("status", "created_at", "id");
DROP INDEX "late_payments_status_created_at_idx";

-- What is deleted with age.
CREATE INDEX IF NOT EXISTS "payment_callbacks_processed" ON "payment_callbacks"("processed_at") WHERE "processed_at" IS NOT NULL;

-- An order changes twice and is then history: by the usual measure, a fifth of the table, what is unpaid would drown in dead entries.
ALTER TABLE "orders" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);

-- reserve_orders reads a buyer's unpaid orders, not all that the buyer ever ordered. Its text stands in src/quotas/reserve_orders.sql,
-- which a test holds against the database.
-- Decides and writes a batch of orders of one raffle, and answers one row an order: the lock on the raffle's counter first, then
-- one statement that sees what is committed by then. `p_orders` is a JSON array of objects, an order each; amounts are centavos,
-- the fingerprint is hexadecimal. Outcomes: RESERVED; REPEATED, MISMATCH (its idempotency key is known); STALE (the raffle's
-- version is another: read it again); NO_BUYER; NOT_OPEN; SOLD_OUT; BUYER_LIMIT; ANTI_SPAM; RETRY (those before it in the batch
-- decide over it: ask again behind them).
--
-- It is planned once a connection: planned for each batch it took a third of the time of an order that comes alone. One plan has
-- to be right whatever it was made on: tables that were empty then have millions of rows later. So nothing is left to choose:
-- every table is reached by a key, in a subquery that cannot become a join (OFFSET 0 keeps it whole). A buyer's unpaid orders are
-- found by buyer and status, in the order that only the index of the two has: never among all that is unpaid, of which a launch has a
-- lot, nor among all that the buyer ever ordered.
CREATE OR REPLACE FUNCTION reserve_orders(p_raffle_id uuid, p_orders json) RETURNS TABLE (
  "line" int,
  "outcome" text,
  "orderId" text,
  "createdAt" timestamptz,
  "expiresAt" timestamptz,
  "available" int
) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan'
SET enable_seqscan = off
AS $$
DECLARE
  counter raffle_counters;
  raffle raffles;
  created timestamptz;
  expires timestamptz;
BEGIN
  SELECT * INTO counter FROM raffle_counters c WHERE c.raffle_id = p_raffle_id FOR UPDATE;
  SELECT * INTO raffle FROM raffles r WHERE r.id = p_raffle_id AND r.deleted_at IS NULL;
  created := date_trunc('milliseconds', clock_timestamp());
  expires := created + make_interval(mins => raffle.reservation_time_limit);

  RETURN QUERY
  WITH asked AS (
    SELECT a.*, decode(a.fingerprint_hex, 'hex') AS fingerprint
    FROM ROWS FROM (json_to_recordset(p_orders) AS (
      version int, user_id uuid, quantity int, price bigint, total bigint, provider text, txid text, dynamic boolean, br_code text,
      referral text, buyer_name text, buyer_cpf text, buyer_phone text, principal text, key text, fingerprint_hex text
    )) WITH ORDINALITY AS a(version, user_id, quantity, price, total, provider, txid, dynamic, br_code, referral, buyer_name,
                            buyer_cpf, buyer_phone, principal, key, fingerprint_hex, line)
  ),
  known AS (
    SELECT a.line, k.order_id, k.fingerprint = a.fingerprint AS same
    FROM asked a CROSS JOIN LATERAL (
      SELECT x.order_id, x.fingerprint FROM idempotency_keys x WHERE x.principal = a.principal AND x.key = a.key OFFSET 0
    ) k
  ),
  held AS (
    SELECT u.user_id,
           (SELECT x.deleted_at IS NULL FROM users x WHERE x.id = u.user_id) IS NOT TRUE AS gone,
           coalesce((
             SELECT b.reserved + b.allocated FROM raffle_buyers b WHERE b.raffle_id = p_raffle_id AND b.user_id = u.user_id
           ), 0) AS quantity,
           CASE WHEN raffle.enable_anti_spam THEN (
             SELECT coalesce(sum(o.quota_quantity), 0)
             FROM (
               SELECT x.raffle_id, x.created_at, x.quota_quantity FROM orders x
               WHERE x.user_id = u.user_id AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0
             ) o
             WHERE o.raffle_id = p_raffle_id AND o.created_at > created - make_interval(mins => raffle.anti_spam_timeout)
           ) ELSE 0 END AS unpaid
    FROM (SELECT DISTINCT a.user_id FROM asked a) u
  ),
  by_buyer AS (
    SELECT a.line, a.version, a.quantity, known.order_id, known.same,
           h.quantity + a.quantity > raffle.max_buyer_quantity AS over_limit,
           raffle.enable_anti_spam AND h.unpaid + a.quantity > raffle.anti_spam_max_quota AS spam,
           sum(a.quantity) FILTER (WHERE known.line IS NULL) OVER (PARTITION BY a.user_id ORDER BY a.line) AS buyer_sum,
           h.quantity AS held, h.unpaid, h.gone,
           a.key IS NOT NULL AND row_number() OVER (PARTITION BY a.principal, a.key ORDER BY a.line) > 1 AS twin
    FROM asked a JOIN held h USING (user_id) LEFT JOIN known USING (line)
  ),
  ruled AS (
    SELECT b.line, b.quantity, b.order_id,
           CASE
             WHEN b.same THEN 'REPEATED'
             WHEN NOT b.same THEN 'MISMATCH'
             WHEN b.twin THEN 'RETRY'
             WHEN raffle.id IS NULL OR raffle.version <> b.version THEN 'STALE'
             WHEN b.gone THEN 'NO_BUYER'
             WHEN raffle.status <> 'OPEN' OR created < raffle.starts_at OR created >= raffle.ends_at THEN 'NOT_OPEN'
             WHEN b.over_limit THEN 'BUYER_LIMIT'
             WHEN b.spam THEN 'ANTI_SPAM'
             WHEN b.held + b.buyer_sum > raffle.max_buyer_quantity THEN 'RETRY'
             WHEN raffle.enable_anti_spam AND b.unpaid + b.buyer_sum > raffle.anti_spam_max_quota THEN 'RETRY'
           END AS ruling
    FROM by_buyer b
  ),
  queued AS (
    SELECT r.*, sum(r.quantity) FILTER (WHERE r.ruling IS NULL) OVER (ORDER BY r.line) AS queue_sum,
           counter.sellable - counter.reserved - counter.allocated AS available
    FROM ruled r
  ),
  taken AS (
    SELECT coalesce(max(q.queue_sum), 0) AS quantity FROM queued q WHERE q.ruling IS NULL AND q.queue_sum <= q.available
  ),
  decided AS (
    SELECT q.line, q.available - taken.quantity AS available,
           CASE
             WHEN q.ruling IS NOT NULL THEN q.ruling
             WHEN q.queue_sum <= q.available THEN 'RESERVED'
             WHEN q.quantity > q.available - taken.quantity THEN 'SOLD_OUT'
             ELSE 'RETRY'
           END AS outcome,
           q.order_id
    FROM queued q, taken
  ),
  accepted AS MATERIALIZED (
    SELECT a.*, nextval('orders_id_seq') AS id
    FROM (SELECT a.* FROM asked a JOIN decided d USING (line) WHERE d.outcome = 'RESERVED' ORDER BY a.line) a
  ),
  counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved + taken.quantity
    FROM taken WHERE c.raffle_id = p_raffle_id AND taken.quantity > 0
  ),
  bought AS (
    INSERT INTO raffle_buyers AS b (raffle_id, user_id, reserved, allocated)
    SELECT p_raffle_id, a.user_id, sum(a.quantity), 0 FROM accepted a GROUP BY a.user_id
    ON CONFLICT (raffle_id, user_id) DO UPDATE SET reserved = b.reserved + excluded.reserved
  ),
  ordered AS (
    INSERT INTO orders (id, raffle_id, user_id, status, quota_quantity, price_by_quota, total_value,
                        payment_provider_name, referral, referrer_id, buyer_name, buyer_cpf, buyer_phone,
                        created_at, expires_at)
    SELECT a.id, p_raffle_id, a.user_id, 'PENDING', a.quantity, a.price, a.total, a.provider, a.referral,
           CASE WHEN a.referral ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (
             SELECT u.id FROM users u
             WHERE u.id = a.referral::uuid AND u.role = 'USER' AND u.id <> a.user_id AND u.deleted_at IS NULL
           ) END,
           a.buyer_name, a.buyer_cpf, a.buyer_phone, created, expires
    FROM accepted a
  ),
  charged AS (
    INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at, next_check_at)
    SELECT a.txid, a.id, a.provider, a.total, a.dynamic,
           (CASE WHEN a.br_code IS NULL THEN 'CREATING' ELSE 'ACTIVE' END)::charge_status, a.br_code, expires,
           CASE WHEN a.dynamic THEN created + interval '30 seconds' END
    FROM accepted a WHERE a.txid IS NOT NULL
  ),
  remembered AS (
    INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at)
    SELECT a.principal, a.key, a.fingerprint, a.id, created FROM accepted a WHERE a.key IS NOT NULL
  )
  SELECT d.line::int, d.outcome, coalesce(a.id, d.order_id)::text, created, expires, d.available::int
  FROM decided d LEFT JOIN accepted a USING (line)
  ORDER BY d.line;
END $$;
