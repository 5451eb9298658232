-- CreateEnum
CREATE TYPE "role" AS ENUM ('USER', 'ADMIN');

-- CreateEnum
CREATE TYPE "raffle_status" AS ENUM ('DRAFT', 'SOON', 'OPEN', 'SOLD_OUT', 'CLOSED', 'DRAWN', 'FINISHED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "raffle_privacy" AS ENUM ('PUBLIC', 'PRIVATE');

-- CreateEnum
CREATE TYPE "reservation_field" AS ENUM ('NAME', 'PHONE', 'CPF', 'EMAIL', 'BIRTH_DATE');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('PENDING', 'PAID', 'CANCELLED', 'EXPIRED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "charge_status" AS ENUM ('CREATING', 'ACTIVE', 'PAID', 'CANCELLED', 'FAILED');

-- CreateEnum
CREATE TYPE "payment_source" AS ENUM ('CALLBACK', 'RECONCILIATION', 'ADMIN', 'FREE');

-- CreateEnum
CREATE TYPE "late_payment_reason" AS ENUM ('ORDER_ENDED', 'AMOUNT_DIFFERS', 'OVERPAID', 'SECOND_PAYMENT', 'UNKNOWN_REFERENCE');

-- CreateEnum
CREATE TYPE "late_payment_status" AS ENUM ('PENDING', 'REFUNDING', 'REFUNDED', 'RESOLVED');

-- CreateEnum
CREATE TYPE "callback_outcome" AS ENUM ('SETTLED', 'NOTHING_DUE', 'ORPHAN');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT,
    "cpf" TEXT,
    "email" TEXT,
    "birth_date" DATE,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "raffle_categories" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "raffle_categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "raffles" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "category_id" UUID,
    "status" "raffle_status" NOT NULL DEFAULT 'DRAFT',
    "privacy" "raffle_privacy" NOT NULL DEFAULT 'PUBLIC',
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "subtitle" TEXT,
    "description" TEXT,
    "status_text" TEXT,
    "photo_url" TEXT,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "show_ends_at" BOOLEAN NOT NULL DEFAULT true,
    "draw_at" TIMESTAMPTZ(3),
    "quota_price" BIGINT NOT NULL,
    "quota_quantity" INTEGER NOT NULL,
    "min_reservation_quantity" INTEGER NOT NULL DEFAULT 1,
    "max_reservation_quantity" INTEGER NOT NULL,
    "max_buyer_quantity" INTEGER,
    "reservation_time_limit" INTEGER NOT NULL DEFAULT 15,
    "reservation_fields" "reservation_field"[] DEFAULT ARRAY[]::"reservation_field"[],
    "fast_selection_cards" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "popular_selection_card" INTEGER,
    "show_progress_bar" BOOLEAN NOT NULL DEFAULT true,
    "show_rank" BOOLEAN NOT NULL DEFAULT false,
    "show_prices" BOOLEAN NOT NULL DEFAULT true,
    "is_highlighted" BOOLEAN NOT NULL DEFAULT false,
    "free_campaign" BOOLEAN NOT NULL DEFAULT false,
    "affiliate" BOOLEAN NOT NULL DEFAULT false,
    "enable_promotions" BOOLEAN NOT NULL DEFAULT false,
    "cumulative" BOOLEAN NOT NULL DEFAULT false,
    "enable_quota_prizes" BOOLEAN NOT NULL DEFAULT false,
    "automatic_quota_prize_distribution" BOOLEAN NOT NULL DEFAULT false,
    "show_awarded_boxes" BOOLEAN NOT NULL DEFAULT false,
    "show_awarded_boxes_winners" BOOLEAN NOT NULL DEFAULT false,
    "acumulative_combo" BOOLEAN NOT NULL DEFAULT false,
    "enable_anti_spam" BOOLEAN NOT NULL DEFAULT false,
    "anti_spam_max_quota" INTEGER,
    "anti_spam_timeout" INTEGER,
    "enable_notification" BOOLEAN NOT NULL DEFAULT false,
    "certificate_code" TEXT,
    "whatsapp" TEXT,
    "whatsapp_group" TEXT,
    "telegram" TEXT,
    "email" TEXT,
    "sealed_secret" BYTEA NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "raffles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "raffle_prizes" (
    "raffle_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "raffle_prizes_pkey" PRIMARY KEY ("raffle_id","position")
);

-- CreateTable
CREATE TABLE "raffle_counters" (
    "raffle_id" UUID NOT NULL,
    "sellable" INTEGER NOT NULL,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "allocated" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "raffle_counters_pkey" PRIMARY KEY ("raffle_id")
);

-- CreateTable
CREATE TABLE "raffle_buyers" (
    "raffle_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "allocated" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "raffle_buyers_pkey" PRIMARY KEY ("raffle_id","user_id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" BIGSERIAL NOT NULL,
    "raffle_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'PENDING',
    "quota_quantity" INTEGER NOT NULL,
    "price_by_quota" BIGINT NOT NULL,
    "total_value" BIGINT NOT NULL,
    "payment_provider_name" TEXT NOT NULL,
    "referral" TEXT,
    "referrer_id" UUID,
    "buyer_name" TEXT,
    "buyer_cpf" TEXT,
    "buyer_phone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quota_allocations" (
    "order_id" BIGINT NOT NULL,
    "raffle_id" UUID NOT NULL,
    "first_ordinal" INTEGER NOT NULL,
    "end_ordinal" INTEGER NOT NULL,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "quota_allocations_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "payment_providers" (
    "name" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "priority" INTEGER NOT NULL,
    "pix_key" TEXT NOT NULL,
    "merchant_name" TEXT NOT NULL,
    "merchant_city" TEXT NOT NULL,
    "base_url" TEXT,
    "sealed_credentials" BYTEA,
    "sealed_callback_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_providers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "charges" (
    "txid" TEXT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "provider_name" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "dynamic" BOOLEAN NOT NULL,
    "status" "charge_status" NOT NULL,
    "br_code" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "charges_pkey" PRIMARY KEY ("txid")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "provider_name" TEXT NOT NULL,
    "end_to_end_id" TEXT,
    "txid" TEXT,
    "order_id" BIGINT,
    "amount" BIGINT NOT NULL,
    "source" "payment_source" NOT NULL,
    "payer_name" TEXT,
    "payer_cpf" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "late_payments" (
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" "late_payment_reason" NOT NULL,
    "status" "late_payment_status" NOT NULL DEFAULT 'PENDING',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "late_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_callbacks" (
    "id" UUID NOT NULL,
    "provider_name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "outcome" "callback_outcome",
    "last_error" TEXT,

    CONSTRAINT "payment_callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "principal" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "order_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("principal","key")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_phone_key" ON "users"("phone");

-- CreateIndex
CREATE UNIQUE INDEX "users_cpf_key" ON "users"("cpf");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "raffle_categories_name_key" ON "raffle_categories"("name");

-- CreateIndex
CREATE UNIQUE INDEX "raffles_slug_key" ON "raffles"("slug");

-- CreateIndex
CREATE INDEX "raffles_created_at_id_idx" ON "raffles"("created_at", "id");

-- CreateIndex
CREATE INDEX "raffles_category_id_idx" ON "raffles"("category_id");

-- CreateIndex
CREATE INDEX "orders_user_id_id_idx" ON "orders"("user_id", "id");

-- CreateIndex
CREATE INDEX "orders_raffle_id_id_idx" ON "orders"("raffle_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "quota_allocations_raffle_id_first_ordinal_key" ON "quota_allocations"("raffle_id", "first_ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "charges_order_id_key" ON "charges"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_end_to_end_id_key" ON "payments"("end_to_end_id");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "payments_txid_idx" ON "payments"("txid");

-- CreateIndex
CREATE UNIQUE INDEX "late_payments_payment_id_key" ON "late_payments"("payment_id");

-- CreateIndex
CREATE INDEX "late_payments_status_created_at_idx" ON "late_payments"("status", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "audit_log_subject_type_subject_id_idx" ON "audit_log"("subject_type", "subject_id");

-- AddForeignKey
ALTER TABLE "raffles" ADD CONSTRAINT "raffles_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "raffle_categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "raffle_prizes" ADD CONSTRAINT "raffle_prizes_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "raffle_counters" ADD CONSTRAINT "raffle_counters_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "raffle_buyers" ADD CONSTRAINT "raffle_buyers_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "raffle_buyers" ADD CONSTRAINT "raffle_buyers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_allocations" ADD CONSTRAINT "quota_allocations_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_allocations" ADD CONSTRAINT "quota_allocations_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "late_payments" ADD CONSTRAINT "late_payments_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

-- Nothing can be sold twice: not by a race, not by a bug, not by hand.
ALTER TABLE "raffle_counters"
  ADD CONSTRAINT "raffle_counters_never_oversold"
  CHECK ("sellable" >= 0 AND "reserved" >= 0 AND "allocated" >= 0 AND "reserved" + "allocated" <= "sellable");

ALTER TABLE "raffle_buyers"
  ADD CONSTRAINT "raffle_buyers_not_negative" CHECK ("reserved" >= 0 AND "allocated" >= 0);

CREATE EXTENSION IF NOT EXISTS btree_gist;

ALTER TABLE "quota_allocations"
  ADD CONSTRAINT "quota_allocations_block" CHECK ("first_ordinal" >= 0 AND "end_ordinal" > "first_ordinal"),
  ADD CONSTRAINT "quota_allocations_never_overlap"
  EXCLUDE USING gist ("raffle_id" WITH =, int4range("first_ordinal", "end_ordinal") WITH &&);

ALTER TABLE "raffles"
  ALTER COLUMN "reservation_fields" SET NOT NULL,
  ALTER COLUMN "fast_selection_cards" SET NOT NULL,
  ADD CONSTRAINT "raffles_quota_quantity" CHECK ("quota_quantity" BETWEEN 1 AND 10000000),
  ADD CONSTRAINT "raffles_quota_price" CHECK ("quota_price" >= 0),
  ADD CONSTRAINT "raffles_reservation" CHECK (
    "min_reservation_quantity" >= 1
    AND "min_reservation_quantity" <= "max_reservation_quantity"
    AND "max_reservation_quantity" <= 20000
    AND "reservation_time_limit" BETWEEN 1 AND 60);

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_quota_quantity" CHECK ("quota_quantity" BETWEEN 1 AND 20000),
  ADD CONSTRAINT "orders_total_value" CHECK ("price_by_quota" >= 0 AND "total_value" >= 0);

ALTER TABLE "charges" ADD CONSTRAINT "charges_amount" CHECK ("amount" > 0);
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("amount" >= 0);
ALTER TABLE "late_payments" ADD CONSTRAINT "late_payments_amount" CHECK ("amount" > 0);

-- Only unpaid orders expire; the sweep reads nothing else.
CREATE INDEX "orders_unpaid_expires_at" ON "orders" ("expires_at") WHERE "status" = 'PENDING';
CREATE INDEX "payment_callbacks_unprocessed" ON "payment_callbacks" ("next_attempt_at") WHERE "processed_at" IS NULL;

-- The audit log is append-only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Decides and writes a batch of orders for one raffle in one statement and one commit.
--
-- A function, not a chain of CTEs: every CTE of a statement reads the snapshot taken before the wait for the
-- counter's lock, while each statement of a volatile function reads what is committed once the lock is held. So a
-- buyer's limit holds over several processes too.
--
-- Every array has one element an order, in the order of arrival. Outcomes: RESERVED · REPEATED (this key and body
-- made "order_id" before) · MISMATCH (this key was sent with another body) · STALE (the raffle changed since the
-- caller read it) · NO_BUYER (the account is deleted) · NOT_OPEN · SOLD_OUT · BUYER_LIMIT · ANTI_SPAM · RETRY (only the
-- orders ahead of it in this batch stand in its way and one of them was refused: ask again). "available" is what is left
-- once the batch is written.
CREATE FUNCTION reserve_orders(
  p_raffle_id uuid,
  p_versions int[],
  p_user_ids uuid[],
  p_quantities int[],
  p_prices bigint[],
  p_totals bigint[],
  p_providers text[],
  p_txids text[],
  p_dynamic boolean[],
  p_br_codes text[],
  p_referrals text[],
  p_buyer_names text[],
  p_buyer_cpfs text[],
  p_buyer_phones text[],
  p_principals text[],
  p_keys text[],
  p_fingerprints bytea[]
) RETURNS TABLE (
  "line" int,
  "outcome" text,
  "orderId" text,
  "createdAt" timestamptz,
  "expiresAt" timestamptz,
  "available" int
) LANGUAGE plpgsql AS $$
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
    SELECT a.*
    FROM unnest(p_versions, p_user_ids, p_quantities, p_prices, p_totals, p_providers, p_txids, p_dynamic, p_br_codes, p_referrals, p_buyer_names,
                p_buyer_cpfs, p_buyer_phones, p_principals, p_keys, p_fingerprints)
      WITH ORDINALITY AS a(version, user_id, quantity, price, total, provider, txid, dynamic, br_code, referral, buyer_name,
                           buyer_cpf, buyer_phone, principal, key, fingerprint, line)
  ),
  known AS (
    SELECT a.line, k.order_id, k.fingerprint = a.fingerprint AS same
    FROM asked a JOIN idempotency_keys k ON k.principal = a.principal AND k.key = a.key
  ),
  held AS (
    SELECT u.user_id,
           NOT EXISTS (SELECT FROM users x WHERE x.id = u.user_id AND x.deleted_at IS NULL) AS gone,
           coalesce(b.reserved + b.allocated, 0) AS quantity,
           CASE WHEN raffle.enable_anti_spam THEN (
             SELECT coalesce(sum(o.quota_quantity), 0) FROM orders o
             WHERE o.user_id = u.user_id AND o.raffle_id = p_raffle_id AND o.status = 'PENDING'
               AND o.created_at > created - make_interval(mins => raffle.anti_spam_timeout)
           ) ELSE 0 END AS unpaid
    FROM (SELECT DISTINCT a.user_id FROM asked a) u
    LEFT JOIN raffle_buyers b ON b.raffle_id = p_raffle_id AND b.user_id = u.user_id
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
