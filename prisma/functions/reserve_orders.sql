-- Decides and writes a batch of orders of any raffles, and returns one row for each. It locks the counters of the raffles. Then it runs
-- one statement, which sees everything committed before. `p_orders` is a JSON array. Amounts are centavos, and the fingerprint is
-- hexadecimal. `p_raffle_ids` and `p_buyer_ids` are those of the orders, each once. The raffles are in order, so that
-- two batches never wait for each other.
--
-- It waits up to `p_wait_ms` milliseconds for a row that another transaction holds, and then it fails (55P03). With 0 it waits for no
-- counter and no buyer: their orders are HELD_UP.
--
-- Outcomes: RESERVED; AT_PAYMENT (written, but it holds no quotas: too few are free, or it is unproven and such orders hold their share
-- already); REPEATED, MISMATCH (the idempotency key is known); HELD_UP; STALE (the raffle has another version: read it again);
-- NO_BUYER; BLOCKED (`is_blocked_person_inlined`); NOT_OPEN; BUYER_DATA (`missing` lists the fields that the raffle requires and neither the account
-- nor the order has); UNDERAGE (born after `adult_since`, a text because it may be 29 February of any year); SOLD_OUT (fewer quotas than
-- that are not paid yet: `available` says how many); BUYER_LIMIT (`quotas_of_person_inlined`); ANTI_SPAM; RETRY (it depends on orders before it in
-- the batch, also on those of other accounts of its person: try again after them).
--
-- An order is unproven when it and all that its buyer has reserved, of any raffle, cost more than the buyer has paid for good
-- (`paid_for_good_inlined`). So an account never holds more than it once paid, one cheap paid order opens nothing, and money that comes back opens
-- nothing for the next account. Of the quotas that are not allocated, unproven orders hold at most `unproven_share` percent.
--
-- While a backup holds an old snapshot, all versions of a counter stay. So its newest version is looked for first, by `sold_in`, and changed
-- where it stands: a lookup by the raffle alone reads all of them.
--
-- Buyers are locked when they are read, as the foreign key of orders does later. So an order that waits for the deletion of an account sees
-- the deletion.
--
-- Each connection plans it once, because planning each batch took a third of the time of a single order. One plan must be right for empty
-- tables and for millions of rows. So the planner has no choice: every table is read by a key, in a subquery that cannot become a join
-- (OFFSET 0). A buyer's unpaid orders are sorted as only the index by buyer and status is, and a sort counts as forbidden: where the
-- statistics are of rows that are gone, the index of all unpaid orders looks as cheap.

-- Older databases have two more functions with this name. Processes of the version before call the one of one raffle (uuid, json), so it
-- stays. Nothing calls this one.
DROP FUNCTION IF EXISTS reserve_orders(
  uuid, integer[], uuid[], integer[], bigint[], bigint[], text[], text[], boolean[], text[], text[], text[], text[], text[], text[], text[],
  bytea[]
);

CREATE OR REPLACE FUNCTION reserve_orders(p_raffle_ids uuid[], p_buyer_ids uuid[], p_orders json, p_wait_ms int) RETURNS TABLE (
  "line" int,
  "outcome" text,
  "orderId" text,
  "createdAt" timestamptz,
  "expiresAt" timestamptz,
  "available" int,
  "missing" text[]
) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan'
SET enable_seqscan = off
SET enable_sort = off
AS $$
DECLARE
  counters raffle_counters[];
  -- Only where it waits for nobody.
  free_buyers uuid[];
  created timestamptz;
BEGIN
  IF p_wait_ms = 0 THEN
    counters := ARRAY(
      SELECT c FROM unnest(p_raffle_ids) a(id) CROSS JOIN LATERAL (
        SELECT x AS c FROM raffle_counters x WHERE x.raffle_id = a.id ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1 FOR UPDATE SKIP LOCKED
      ) c
    );
    free_buyers := ARRAY(
      SELECT u.id FROM unnest(p_buyer_ids) a(id) CROSS JOIN LATERAL (
        SELECT x.id FROM users x WHERE x.id = a.id OFFSET 0 FOR KEY SHARE SKIP LOCKED
      ) u
    );
  ELSE
    PERFORM set_config('lock_timeout', p_wait_ms::text, true);
    counters := ARRAY(
      SELECT c FROM unnest(p_raffle_ids) a(id) CROSS JOIN LATERAL (
        SELECT x AS c FROM raffle_counters x WHERE x.raffle_id = a.id ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1 FOR UPDATE
      ) c
    );
  END IF;
  created := date_trunc('milliseconds', clock_timestamp());

  RETURN QUERY
  WITH sale AS MATERIALIZED (
    SELECT c.raffle_id AS sale_id, newest.place, r.*, room.unpaid AS left_to_pay, room.unpaid - c.reserved AS free,
           room.unpaid::bigint * r.unproven_share / 100 - c.unproven AS share
    FROM unnest(counters) c LEFT JOIN LATERAL (
      SELECT x.version, x.status = 'OPEN' AND created >= x.starts_at AND created < x.ends_at AS is_open,
             x.max_buyer_quantity, x.enable_anti_spam, x.anti_spam_max_quota,
             created - make_interval(mins => x.anti_spam_timeout) AS spam_since, x.reservation_fields,
             x.unproven_share,
             CASE WHEN x.affiliate THEN x.commission_basis_points END AS commission,
             created + make_interval(mins => x.reservation_time_limit) AS expires
      FROM raffles x WHERE x.id = c.raffle_id AND x.deleted_at IS NULL OFFSET 0
    ) r ON true CROSS JOIN LATERAL (SELECT c.sellable - c.allocated + c.returned AS unpaid) room CROSS JOIN LATERAL (
      SELECT x.ctid AS place FROM raffle_counters x WHERE x.raffle_id = c.raffle_id ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1
    ) newest
  ),
  asked AS (
    SELECT a.*, decode(a.fingerprint_hex, 'hex') AS fingerprint
    FROM ROWS FROM (json_to_recordset(p_orders) AS (
      raffle_id uuid, version int, user_id uuid, quantity int, bonus int, price bigint, discount bigint, total bigint, provider text,
      txid text, dynamic boolean, br_code text, referral text, buyer_name text, buyer_cpf text, buyer_phone text, adult_since text,
      principal text, key text, fingerprint_hex text, tracking jsonb, regulation int, placed_by json
    )) WITH ORDINALITY AS a(raffle_id, version, user_id, quantity, bonus, price, discount, total, provider, txid, dynamic, br_code,
                            referral, buyer_name, buyer_cpf, buyer_phone, adult_since, principal, key, fingerprint_hex, tracking,
                            regulation, placed_by, line)
  ),
  known AS MATERIALIZED (
    SELECT a.line, k.order_id, k.fingerprint = a.fingerprint AS same
    FROM asked a CROSS JOIN LATERAL (
      SELECT x.order_id, x.fingerprint FROM idempotency_keys x WHERE x.principal = a.principal AND x.key = a.key OFFSET 0
    ) k
  ),
  held AS (
    SELECT s.*, u.raffle_id, u.user_id, x.here IS NOT TRUE AS gone, x.name, x.phone, x.cpf, x.email, x.birth_date,
           x.blocked OR k.blocked AS blocked, x.proved, q.quantity, o.unpaid, o.owed, p.paid
    FROM (SELECT DISTINCT a.raffle_id, a.user_id FROM asked a) u LEFT JOIN sale s ON s.sale_id = u.raffle_id LEFT JOIN LATERAL (
      SELECT y.deleted_at IS NULL AS here, y.name, y.phone, y.cpf, y.email, y.birth_date,
             y.blocked_at IS NOT NULL AS blocked, y.phone_proved_at IS NOT NULL AS proved
      FROM users y
      WHERE y.id = u.user_id AND (p_wait_ms > 0 OR y.id = ANY (free_buyers)) OFFSET 0
      FOR KEY SHARE
    ) x ON true CROSS JOIN LATERAL (
      SELECT coalesce(sum(o.total_value) FILTER (WHERE o.reservation = 'RESERVED'), 0) AS owed,
             coalesce(sum(o.quota_quantity) FILTER (WHERE o.raffle_id = u.raffle_id AND o.created_at > s.spam_since), 0) AS unpaid
      FROM (
        SELECT x.raffle_id, x.created_at, x.quota_quantity, x.total_value, x.reservation FROM orders x
        WHERE x.user_id = u.user_id AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0
      ) o
    ) o
    CROSS JOIN LATERAL is_blocked_person_inlined(x.phone, x.cpf, x.proved) k
    LEFT JOIN LATERAL quotas_of_person_inlined(
      CASE WHEN s.max_buyer_quantity IS NOT NULL THEN u.raffle_id END, u.user_id, x.phone, x.cpf, x.proved
    ) q ON true
    CROSS JOIN LATERAL paid_for_good_inlined(u.user_id, created) p
  ),
  by_buyer AS (
    SELECT a.raffle_id, a.line, a.quantity, known.order_id, known.same, h.is_open, h.free, h.share, h.left_to_pay,
           h.version = a.version AS is_current, h.max_buyer_quantity, h.enable_anti_spam, h.anti_spam_max_quota, h.gone,
           p_wait_ms = 0 AND (h.sale_id IS NULL OR a.user_id <> ALL (free_buyers)) AS held_up,
           h.quantity + a.quantity > h.max_buyer_quantity AS over_limit,
           h.enable_anti_spam AND h.unpaid + a.quantity > h.anti_spam_max_quota AS spam,
           sum(a.quantity) FILTER (WHERE known.line IS NULL) OVER (PARTITION BY a.raffle_id, a.user_id ORDER BY a.line) AS buyer_sum,
           sum(a.total) FILTER (WHERE known.line IS NULL) OVER (PARTITION BY a.user_id ORDER BY a.line) AS buyer_total,
           CASE WHEN h.max_buyer_quantity IS NOT NULL AND NOT h.proved THEN
             sum(a.quantity) FILTER (WHERE known.line IS NULL) OVER (
               PARTITION BY a.raffle_id, coalesce(h.phone, a.user_id::text) ORDER BY a.line
             ) + sum(a.quantity) FILTER (WHERE known.line IS NULL) OVER (
               PARTITION BY a.raffle_id, coalesce(h.cpf, a.user_id::text) ORDER BY a.line
             )
           END AS claims_sum,
           h.quantity AS held, h.unpaid, h.blocked, a.total = 0 AS is_free,
           a.total > 0 AND h.owed + a.total > h.paid AS unproven, h.paid - h.owed AS credit,
           CASE WHEN cardinality(h.reservation_fields) > 0 THEN ARRAY(
             SELECT f.field::text FROM unnest(h.reservation_fields) WITH ORDINALITY AS f(field, place)
             WHERE CASE f.field
               WHEN 'NAME' THEN coalesce(nullif(h.name, ''), a.buyer_name, '')
               WHEN 'PHONE' THEN coalesce(nullif(h.phone, ''), a.buyer_phone, '')
               WHEN 'CPF' THEN coalesce(nullif(h.cpf, ''), a.buyer_cpf, '')
               WHEN 'EMAIL' THEN coalesce(h.email, '')
               WHEN 'BIRTH_DATE' THEN coalesce(h.birth_date::text, '')
               ELSE '' END = ''
             ORDER BY f.place
           ) ELSE '{}' END AS missing,
           to_char(h.birth_date, 'YYYY-MM-DD') > a.adult_since AS underage,
           a.key IS NOT NULL AND row_number() OVER (PARTITION BY a.principal, a.key ORDER BY a.line) > 1 AS twin
    FROM asked a JOIN held h USING (raffle_id, user_id) LEFT JOIN known USING (line)
  ),
  ruled AS (
    SELECT b.raffle_id, b.line, b.quantity, b.order_id, b.missing, b.is_free, b.unproven, b.free, b.share, b.left_to_pay,
           CASE
             WHEN b.same THEN 'REPEATED'
             WHEN NOT b.same THEN 'MISMATCH'
             WHEN b.held_up THEN 'HELD_UP'
             WHEN b.twin THEN 'RETRY'
             WHEN b.is_current IS NOT TRUE THEN 'STALE'
             WHEN b.gone THEN 'NO_BUYER'
             WHEN b.blocked THEN 'BLOCKED'
             WHEN NOT b.is_open THEN 'NOT_OPEN'
             WHEN b.missing <> '{}' THEN 'BUYER_DATA'
             WHEN b.underage THEN 'UNDERAGE'
             WHEN b.over_limit THEN 'BUYER_LIMIT'
             WHEN b.spam THEN 'ANTI_SPAM'
             WHEN b.held + coalesce(b.claims_sum - b.buyer_sum, b.buyer_sum) > b.max_buyer_quantity THEN 'RETRY'
             WHEN b.enable_anti_spam AND b.unpaid + b.buyer_sum > b.anti_spam_max_quota THEN 'RETRY'
             WHEN NOT b.unproven AND NOT b.is_free AND b.buyer_total > b.credit THEN 'RETRY'
           END AS ruling
    FROM by_buyer b
  ),
  shared AS (
    SELECT r.*, r.ruling IS NULL AND (
             NOT r.unproven
             OR sum(r.quantity) FILTER (WHERE r.ruling IS NULL AND r.unproven) OVER (PARTITION BY r.raffle_id ORDER BY r.line) <= r.share
           ) AS may_hold
    FROM ruled r
  ),
  queued AS (
    SELECT s.*, sum(s.quantity) FILTER (WHERE s.may_hold) OVER (PARTITION BY s.raffle_id ORDER BY s.line) AS queue_sum FROM shared s
  ),
  fitted AS (
    SELECT q.*, q.may_hold AND q.queue_sum <= q.free AS is_held FROM queued q
  ),
  taking AS (
    SELECT f.*,
           coalesce(sum(f.quantity) FILTER (WHERE f.is_held) OVER (PARTITION BY f.raffle_id), 0)::int AS taken,
           coalesce(sum(f.quantity) FILTER (WHERE f.is_held AND f.unproven) OVER (PARTITION BY f.raffle_id), 0)::int AS taken_unproven
    FROM fitted f
  ),
  decided AS (
    SELECT q.line, q.order_id, q.missing, q.unproven,
           CASE WHEN q.is_free THEN q.free - q.taken ELSE q.left_to_pay END AS available,
           CASE
             WHEN q.ruling IS NOT NULL THEN q.ruling
             WHEN q.is_held THEN 'RESERVED'
             WHEN q.quantity > q.left_to_pay THEN 'SOLD_OUT'
             WHEN q.quantity > q.free - q.taken THEN CASE WHEN q.is_free THEN 'SOLD_OUT' ELSE 'AT_PAYMENT' END
             WHEN q.unproven AND q.quantity > q.share - q.taken_unproven THEN 'AT_PAYMENT'
             ELSE 'RETRY'
           END AS outcome
    FROM taking q
  ),
  accepted AS MATERIALIZED (
    SELECT a.*, nextval('orders_id_seq') AS id
    FROM (
      SELECT a.*, d.outcome::order_reservation AS reservation, d.unproven AND d.outcome = 'RESERVED' AS unproven, s.expires, s.commission, s.place
      FROM asked a JOIN decided d USING (line) JOIN sale s ON s.sale_id = a.raffle_id WHERE d.outcome IN ('RESERVED', 'AT_PAYMENT') ORDER BY a.line
    ) a
  ),
  counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved + t.quantity, unproven = c.unproven + t.unproven,
                                 sold_in = greatest(c.sold_in, extract(epoch FROM created)::int / 5)
    FROM (
      SELECT a.place, sum(a.quantity)::int AS quantity, coalesce(sum(a.quantity) FILTER (WHERE a.unproven), 0)::int AS unproven
      FROM accepted a WHERE a.reservation = 'RESERVED' GROUP BY a.place
    ) t WHERE c.ctid = t.place
  ),
  bought AS (
    INSERT INTO raffle_buyers AS b (raffle_id, user_id, reserved, allocated)
    SELECT a.raffle_id, a.user_id, sum(a.quantity), 0 FROM accepted a GROUP BY a.raffle_id, a.user_id
    ON CONFLICT (raffle_id, user_id) DO UPDATE SET reserved = b.reserved + excluded.reserved
  ),
  ordered AS (
    INSERT INTO orders (id, raffle_id, user_id, status, reservation, unproven, quota_quantity, bonus_quotas, price_by_quota, discount,
                        total_value, payment_provider_name, referral, referrer_id, commission_basis_points, buyer_name, buyer_cpf,
                        buyer_phone, tracking, regulation_version, created_at, expires_at)
    SELECT a.id, a.raffle_id, a.user_id, 'PENDING', a.reservation, a.unproven, a.quantity, coalesce(a.bonus, 0), a.price,
           coalesce(a.discount, 0), a.total, a.provider, a.referral, r.id,
           CASE WHEN r.id IS NOT NULL THEN a.commission END,
           a.buyer_name, a.buyer_cpf, a.buyer_phone, a.tracking, a.regulation, created, a.expires
    FROM accepted a LEFT JOIN LATERAL (
      SELECT l.id FROM users u JOIN users l ON l.id = coalesce(u.merged_into, u.id)
      WHERE u.id = CASE WHEN a.referral ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN a.referral::uuid END
        AND l.role = 'USER' AND l.id <> a.user_id AND l.deleted_at IS NULL
      OFFSET 0
    ) r ON true
  ),
  charged AS (
    INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at, next_check_at)
    SELECT a.txid, a.id, a.provider, a.total, a.dynamic,
           (CASE WHEN a.br_code IS NULL THEN 'CREATING' ELSE 'ACTIVE' END)::charge_status, a.br_code, a.expires,
           CASE WHEN a.dynamic THEN created + interval '30 seconds' END
    FROM accepted a WHERE a.txid IS NOT NULL
  ),
  remembered AS (
    INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at)
    SELECT a.principal, a.key, a.fingerprint, a.id, created FROM accepted a WHERE a.key IS NOT NULL
  ),
  audited AS (
    INSERT INTO audit_log (actor_id, actor_address, request_id, action, subject_type, subject_id, details)
    SELECT (a.placed_by ->> 'id')::uuid, a.placed_by ->> 'address', a.placed_by ->> 'requestId', 'createOrder', 'order', a.id::text,
           jsonb_build_object('quotaQuantity', a.quantity)
    FROM accepted a WHERE a.placed_by IS NOT NULL
  )
  SELECT d.line::int, d.outcome, coalesce(a.id, d.order_id)::text, created, a.expires, d.available::int, d.missing
  FROM decided d LEFT JOIN accepted a USING (line)
  ORDER BY d.line;
END $$;
