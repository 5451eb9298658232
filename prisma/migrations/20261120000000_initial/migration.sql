-- All tables of a new database. Functions stand in prisma/functions: those of triggers are made before a migration runs, the others after
-- all migrations. Where an index says NULLS FIRST and its column is never null, the order is there so that a statement can name this
-- index: among two with the same order, PostgreSQL may walk a million rows of the wrong one.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TYPE "role" AS ENUM ('USER', 'ADMIN');
CREATE TYPE "raffle_status" AS ENUM ('DRAFT', 'SOON', 'OPEN', 'SOLD_OUT', 'CLOSED', 'DRAWN', 'FINISHED', 'CANCELLED');
CREATE TYPE "raffle_privacy" AS ENUM ('PUBLIC', 'PRIVATE');
CREATE TYPE "reservation_field" AS ENUM ('NAME', 'PHONE', 'CPF', 'EMAIL', 'BIRTH_DATE');
CREATE TYPE "order_status" AS ENUM ('PENDING', 'PAID', 'CANCELLED', 'EXPIRED', 'REFUNDED');
CREATE TYPE "charge_status" AS ENUM ('CREATING', 'ACTIVE', 'PAID', 'CANCELLED', 'FAILED');
CREATE TYPE "payment_source" AS ENUM ('CALLBACK', 'RECONCILIATION', 'ADMIN', 'FREE');
CREATE TYPE "late_payment_reason" AS ENUM ('ORDER_ENDED', 'AMOUNT_DIFFERS', 'OVERPAID', 'SECOND_PAYMENT', 'UNKNOWN_REFERENCE');
CREATE TYPE "late_payment_status" AS ENUM ('PENDING', 'REFUNDING', 'REFUNDED', 'RESOLVED');
CREATE TYPE "callback_outcome" AS ENUM ('SETTLED', 'NOTHING_DUE', 'ORPHAN');
CREATE TYPE "refund_status" AS ENUM ('PENDING', 'PROCESSING', 'RETURNED', 'FAILED', 'BY_HAND');
CREATE TYPE "refund_initiator" AS ENUM ('BUYER', 'OPERATOR', 'BANK', 'PROVIDER');
CREATE TYPE "billing_order_status" AS ENUM ('PENDING', 'PAID', 'PROCESSING', 'CANCELLED', 'REFUNDED');
CREATE TYPE "ledger_entry_type" AS ENUM ('CREDIT', 'DEBIT');
CREATE TYPE "webhook_delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'DEAD');
CREATE TYPE "book_kind" AS ENUM ('ORDERS', 'LEDGER', 'BILLING_ORDERS', 'UNKNOWN_PAYMENTS', 'BUYERS', 'COUNTERS');
CREATE TYPE "promotion_kind" AS ENUM ('EXACT', 'FROM');
CREATE TYPE "commission_entry_type" AS ENUM ('ACCRUED', 'REVERSED', 'PAID_OUT');
CREATE TYPE "draw_mode" AS ENUM ('BEACON', 'LOTERIA_FEDERAL');
CREATE TYPE "prize_event" AS ENUM ('LOCKED', 'UNLOCKED');
CREATE TYPE "box_mode" AS ENUM ('PORCENTAGEM', 'ALEATORIO');
CREATE TYPE "box_standing" AS ENUM ('LOCKED', 'UNLOCKED');
CREATE TYPE "draw_status" AS ENUM ('FREEZING', 'FROZEN', 'DRAWN');
CREATE TYPE "operator_role" AS ENUM ('OWNER', 'FINANCE', 'MANAGER', 'SUPPORT');
CREATE TYPE "session_end" AS ENUM ('LOGGED_OUT', 'ENDED', 'REUSED');

-- An order that enters (1) or leaves (-1) a status.
CREATE TYPE "order_move" AS (
  "sign" INTEGER,
  "raffle_id" UUID,
  "user_id" UUID,
  "status" "order_status",
  "quotas" INTEGER,
  "value" BIGINT,
  "paid_at" TIMESTAMPTZ
);

-- The key of an index, so it is state and not in prisma/functions. Accented letters are listed because lower() leaves them in a database
-- of the C locale.
CREATE FUNCTION category_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(normalize(name, NFKC), 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'áàâãäéèêëíìîïóòôõöúùûüçñ'));

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
  "token_version" INTEGER NOT NULL DEFAULT 0,
  "winners_seen_at" TIMESTAMPTZ(3),
  "blocked_at" TIMESTAMPTZ(3),
  "blocked_reason" TEXT,
  "operator_role" "operator_role",
  CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "users_operator_role" CHECK (("role" = 'ADMIN') = ("operator_role" IS NOT NULL))
);
CREATE UNIQUE INDEX "users_phone_key" ON "users"("phone");
CREATE UNIQUE INDEX "users_cpf_key" ON "users"("cpf");
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at", "id");
CREATE INDEX "users_there" ON "users" ("role", "created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "users_blocked" ON "users" ("role", "created_at", "id") WHERE "blocked_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "users_owners" ON "users" ("id") WHERE "operator_role" = 'OWNER' AND "blocked_at" IS NULL AND "deleted_at" IS NULL;

CREATE TABLE "raffle_categories" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "raffle_categories_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "raffle_categories_name_key" ON "raffle_categories"("name");
CREATE UNIQUE INDEX "raffle_categories_key" ON "raffle_categories" (category_key("name"));

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
  "reservation_fields" "reservation_field"[] NOT NULL DEFAULT ARRAY[]::reservation_field[],
  "fast_selection_cards" INTEGER[] NOT NULL DEFAULT ARRAY[]::integer[],
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
  "refunded_up_to" BIGINT,
  "commission_basis_points" INTEGER,
  "draw_mode" "draw_mode" NOT NULL DEFAULT 'BEACON',
  "frozen_at" TIMESTAMPTZ(3),
  "show_quota_prize_numbers" BOOLEAN NOT NULL DEFAULT false,
  "fake_sold_percentage" INTEGER,
  CONSTRAINT "raffles_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "raffles_quota_quantity" CHECK ("quota_quantity" BETWEEN 1 AND 10000000),
  CONSTRAINT "raffles_quota_price" CHECK ("quota_price" >= 0),
  CONSTRAINT "raffles_reservation" CHECK (
    "min_reservation_quantity" >= 1
    AND "min_reservation_quantity" <= "max_reservation_quantity"
    AND "max_reservation_quantity" <= 20000
    AND "reservation_time_limit" BETWEEN 1 AND 60),
  CONSTRAINT "raffles_commission_basis_points_check" CHECK ("commission_basis_points" BETWEEN 1 AND 10000),
  CONSTRAINT "raffles_drawn_frozen_check" CHECK ("status" NOT IN ('DRAWN', 'FINISHED') OR "frozen_at" IS NOT NULL),
  CONSTRAINT "raffles_fake_sold_percentage_check" CHECK ("fake_sold_percentage" BETWEEN 0 AND 10000)
);
CREATE UNIQUE INDEX "raffles_slug_key" ON "raffles"("slug");
CREATE INDEX "raffles_created_at_id_idx" ON "raffles"("created_at", "id");
CREATE INDEX "raffles_category_id_idx" ON "raffles"("category_id");
CREATE INDEX "raffles_to_refund" ON "raffles" ("id") WHERE "refunded_up_to" IS NOT NULL;
-- Every process looks each second for raffles to open or close.
CREATE INDEX "raffles_to_close" ON "raffles" ("ends_at") WHERE "status" = 'OPEN' AND "deleted_at" IS NULL;
CREATE INDEX "raffles_to_open" ON "raffles" ("starts_at") WHERE "status" = 'SOON' AND "deleted_at" IS NULL;
CREATE INDEX "raffles_open_idx" ON "raffles"("id") WHERE "status" = 'OPEN' AND "deleted_at" IS NULL;
-- Before a picture is deleted: does a raffle show it?
CREATE INDEX "raffles_picture" ON "raffles" (substring("photo_url" FROM '/files/([A-Za-z0-9_-]{22})-'))
  WHERE substring("photo_url" FROM '/files/([A-Za-z0-9_-]{22})-') IS NOT NULL;

CREATE TABLE "raffle_prizes" (
  "raffle_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "title" TEXT NOT NULL,
  "description" TEXT,
  CONSTRAINT "raffle_prizes_pkey" PRIMARY KEY ("raffle_id", "position")
);

CREATE TABLE "raffle_counters" (
  "raffle_id" UUID NOT NULL,
  "sellable" INTEGER NOT NULL,
  "reserved" INTEGER NOT NULL DEFAULT 0,
  "allocated" INTEGER NOT NULL DEFAULT 0,
  "quota_prizes" INTEGER NOT NULL DEFAULT 0,
  "quota_prizes_won" INTEGER NOT NULL DEFAULT 0,
  "quota_prize_changes" INTEGER NOT NULL DEFAULT 0,
  "buyers" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "raffle_counters_pkey" PRIMARY KEY ("raffle_id"),
  -- Nothing can be sold twice.
  CONSTRAINT "raffle_counters_never_oversold" CHECK ("sellable" >= 0 AND "reserved" >= 0 AND "allocated" >= 0 AND "reserved" + "allocated" <= "sellable"),
  -- `quota_prize_changes` grows with every change of lucky numbers; a value computed from them is valid until it grows.
  CONSTRAINT "raffle_counters_quota_prizes_check" CHECK ("quota_prizes_won" >= 0 AND "quota_prizes_won" <= "quota_prizes" AND "quota_prize_changes" >= 0)
);

CREATE TABLE "raffle_buyers" (
  "raffle_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "reserved" INTEGER NOT NULL DEFAULT 0,
  "allocated" INTEGER NOT NULL DEFAULT 0,
  "paid_orders" INTEGER NOT NULL DEFAULT 0,
  "paid_value" BIGINT NOT NULL DEFAULT 0,
  "reached_at" TIMESTAMPTZ(3),
  CONSTRAINT "raffle_buyers_pkey" PRIMARY KEY ("raffle_id", "user_id"),
  CONSTRAINT "raffle_buyers_not_negative" CHECK ("reserved" >= 0 AND "allocated" >= 0)
);
CREATE INDEX "raffle_buyers_by_quotas_idx" ON "raffle_buyers"("raffle_id", "allocated" DESC, "reached_at", "user_id") WHERE "allocated" > 0;
CREATE INDEX "raffle_buyers_by_value_idx" ON "raffle_buyers"("raffle_id", "paid_value" DESC, "reached_at", "user_id") WHERE "paid_value" > 0;

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
  "bonus_quotas" INTEGER NOT NULL DEFAULT 0,
  "discount" BIGINT NOT NULL DEFAULT 0,
  "tracking" JSONB,
  CONSTRAINT "orders_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "orders_quota_quantity" CHECK ("quota_quantity" BETWEEN 1 AND 20000),
  CONSTRAINT "orders_total_value" CHECK ("price_by_quota" >= 0 AND "total_value" >= 0)
);
-- NOT VALID because it was added to a table with orders.
ALTER TABLE "orders" ADD CONSTRAINT "orders_price_check" CHECK (
  "bonus_quotas" >= 0 AND "bonus_quotas" < "quota_quantity" AND "discount" >= 0
  AND "total_value" = "price_by_quota" * ("quota_quantity" - "bonus_quotas") - "discount"
) NOT VALID;
-- An order is updated twice and then never again: with the default, a fifth of the table, unpaid orders would drown in dead rows.
ALTER TABLE "orders" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
CREATE INDEX "orders_unpaid_expires_at" ON "orders" ("expires_at") WHERE "status" = 'PENDING';
CREATE INDEX "orders_user_id_status_id_idx" ON "orders"("user_id", "status", "id" NULLS FIRST);
CREATE INDEX "orders_raffle_id_status_id_idx" ON "orders"("raffle_id", "status", "id" NULLS FIRST);
CREATE INDEX "orders_status_created_at_id_idx" ON "orders"("status", "created_at", "id");
CREATE INDEX "orders_raffle_id_status_created_at_id_idx"
  ON "orders"("raffle_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);

CREATE TABLE "quota_allocations" (
  "order_id" BIGINT NOT NULL,
  "raffle_id" UUID NOT NULL,
  "first_ordinal" INTEGER NOT NULL,
  "end_ordinal" INTEGER NOT NULL,
  "voided_at" TIMESTAMPTZ(3),
  CONSTRAINT "quota_allocations_pkey" PRIMARY KEY ("order_id"),
  CONSTRAINT "quota_allocations_never_overlap" EXCLUDE USING gist ("raffle_id" WITH =, int4range("first_ordinal", "end_ordinal") WITH &&),
  CONSTRAINT "quota_allocations_block" CHECK ("first_ordinal" >= 0 AND "end_ordinal" > "first_ordinal")
);
CREATE UNIQUE INDEX "quota_allocations_raffle_id_first_ordinal_key" ON "quota_allocations"("raffle_id", "first_ordinal");

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

CREATE TABLE "charges" (
  "txid" TEXT NOT NULL,
  "order_id" BIGINT,
  "provider_name" TEXT NOT NULL,
  "amount" BIGINT NOT NULL,
  "dynamic" BOOLEAN NOT NULL,
  "status" "charge_status" NOT NULL,
  "br_code" TEXT,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "billing_order_id" UUID,
  "checks" INTEGER NOT NULL DEFAULT 0,
  "next_check_at" TIMESTAMPTZ(3),
  "provider_reference" TEXT,
  CONSTRAINT "charges_pkey" PRIMARY KEY ("txid"),
  CONSTRAINT "charges_amount" CHECK ("amount" > 0),
  CONSTRAINT "charges_of_one" CHECK (num_nonnulls("order_id", "billing_order_id") = 1)
);
CREATE UNIQUE INDEX "charges_order_id_key" ON "charges"("order_id");
CREATE UNIQUE INDEX "charges_billing_order_id_key" ON "charges"("billing_order_id");
CREATE INDEX "charges_to_check" ON "charges" ("provider_name", "next_check_at") WHERE "next_check_at" IS NOT NULL;
CREATE UNIQUE INDEX "charges_provider_reference" ON "charges" ("provider_name", "provider_reference") WHERE "provider_reference" IS NOT NULL;

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
  "billing_order_id" UUID,
  CONSTRAINT "payments_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "payments_amount" CHECK ("amount" >= 0),
  CONSTRAINT "payments_of_one_at_most" CHECK (num_nonnulls("order_id", "billing_order_id") <= 1)
);
CREATE UNIQUE INDEX "payments_end_to_end_id_key" ON "payments"("end_to_end_id");
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");
CREATE INDEX "payments_txid_idx" ON "payments"("txid");
CREATE INDEX "payments_billing_order_id_idx" ON "payments"("billing_order_id");
CREATE INDEX "payments_paid_at_id_idx" ON "payments"("paid_at", "id");
CREATE INDEX "payments_unknown" ON "payments" ("id") WHERE "order_id" IS NULL AND "billing_order_id" IS NULL;

CREATE TABLE "late_payments" (
  "id" UUID NOT NULL,
  "payment_id" UUID NOT NULL,
  "amount" BIGINT NOT NULL,
  "reason" "late_payment_reason" NOT NULL,
  "status" "late_payment_status" NOT NULL DEFAULT 'PENDING',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "note" TEXT,
  CONSTRAINT "late_payments_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "late_payments_amount" CHECK ("amount" > 0)
);
CREATE UNIQUE INDEX "late_payments_payment_id_key" ON "late_payments"("payment_id");
CREATE INDEX "late_payments_created_at_id_idx" ON "late_payments"("created_at", "id");
CREATE INDEX "late_payments_status_created_at_id_idx" ON "late_payments"("status", "created_at", "id");

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
CREATE INDEX "payment_callbacks_unprocessed" ON "payment_callbacks" ("next_attempt_at") WHERE "processed_at" IS NULL;
CREATE INDEX "payment_callbacks_orphans" ON "payment_callbacks" ("received_at") WHERE "outcome" = 'ORPHAN';
CREATE INDEX "payment_callbacks_processed" ON "payment_callbacks"("processed_at") WHERE "processed_at" IS NOT NULL;

CREATE TABLE "idempotency_keys" (
  "principal" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "order_id" BIGINT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "billing_order_id" UUID,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("principal", "key"),
  CONSTRAINT "idempotency_keys_of_one" CHECK (num_nonnulls("order_id", "billing_order_id") = 1)
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

CREATE TABLE "audit_log" (
  "id" BIGSERIAL NOT NULL,
  "actor_id" UUID,
  "action" TEXT NOT NULL,
  "subject_type" TEXT NOT NULL,
  "subject_id" TEXT NOT NULL,
  "details" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "actor_address" TEXT,
  "request_id" TEXT,
  CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_log_subject_type_subject_id_created_at_id_idx" ON "audit_log"("subject_type", "subject_id", "created_at", "id");
CREATE INDEX "audit_log_created_at_id_idx" ON "audit_log"("created_at", "id");
CREATE INDEX "audit_log_actor_id_action_created_at_id_idx"
  ON "audit_log"("actor_id", "action", "created_at", "id" NULLS FIRST);
CREATE INDEX "audit_log_actor_id_created_at_id_idx" ON "audit_log"("actor_id", "created_at" NULLS FIRST, "id" NULLS FIRST);
CREATE INDEX "audit_log_action_created_at_id_idx" ON "audit_log"("action", "created_at" NULLS FIRST, "id" NULLS FIRST);

CREATE TABLE "refunds" (
  "id" TEXT NOT NULL,
  "payment_id" UUID NOT NULL,
  "late_payment_id" UUID,
  "amount" BIGINT NOT NULL,
  "status" "refund_status" NOT NULL DEFAULT 'PENDING',
  "initiator" "refund_initiator" NOT NULL,
  "reason" TEXT,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "last_error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "settled_at" TIMESTAMPTZ(3),
  "retry_of" TEXT,
  "confirmed_at" TIMESTAMPTZ(3),
  "reported_at" TIMESTAMPTZ(3),
  CONSTRAINT "refunds_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "refunds_amount" CHECK ("amount" > 0),
  CONSTRAINT "refunds_id" CHECK ("id" ~ '^[A-Za-z0-9]{1,35}$')
);
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");
CREATE INDEX "refunds_late_payment_id_idx" ON "refunds"("late_payment_id");
CREATE INDEX "refunds_due" ON "refunds" ("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
CREATE UNIQUE INDEX "refunds_retry_of_key" ON "refunds"("retry_of");
CREATE INDEX "refunds_open" ON "refunds" ("status", "created_at") WHERE "status" IN ('PENDING', 'PROCESSING', 'FAILED', 'BY_HAND');

CREATE TABLE "api_clients" (
  "id" UUID NOT NULL,
  "company_id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "client_key" TEXT NOT NULL,
  "client_secret_hash" BYTEA NOT NULL,
  "sealed_signature_secret" BYTEA NOT NULL,
  "requires_signature" BOOLEAN NOT NULL DEFAULT false,
  "balance" BIGINT NOT NULL DEFAULT 0,
  "blocked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "token_version" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "api_clients_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_clients_company_id_key" ON "api_clients"("company_id");
CREATE UNIQUE INDEX "api_clients_client_key_key" ON "api_clients"("client_key");

CREATE TABLE "billing_orders" (
  "id" UUID NOT NULL,
  "number" BIGSERIAL NOT NULL,
  "client_id" UUID NOT NULL,
  "external_id" TEXT NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "payer_name" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "amount" BIGINT NOT NULL,
  "status" "billing_order_status" NOT NULL DEFAULT 'PENDING',
  "webhook_url" TEXT,
  "extra_data" TEXT,
  "end_to_end_id" TEXT,
  "paid_at" TIMESTAMPTZ(6),
  "expiration_at" TIMESTAMPTZ(6),
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "billing_orders_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "billing_orders_amount" CHECK ("amount" > 0)
);
CREATE UNIQUE INDEX "billing_orders_number_key" ON "billing_orders"("number");
CREATE UNIQUE INDEX "billing_orders_client_id_external_id_key" ON "billing_orders"("client_id", "external_id");
CREATE INDEX "billing_orders_unpaid" ON "billing_orders" ("id") WHERE "status" IN ('PENDING', 'PROCESSING');

CREATE TABLE "ledger_entries" (
  "id" BIGSERIAL NOT NULL,
  "client_id" UUID NOT NULL,
  "billing_order_id" UUID NOT NULL,
  "type" "ledger_entry_type" NOT NULL,
  "amount" BIGINT NOT NULL,
  "balance" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ledger_entries_amount" CHECK ("amount" > 0)
);
CREATE INDEX "ledger_entries_client_id_id_idx" ON "ledger_entries"("client_id", "id");
CREATE INDEX "ledger_entries_billing_order_id_idx" ON "ledger_entries"("billing_order_id");

CREATE TABLE "webhook_endpoints" (
  "id" SERIAL NOT NULL,
  "client_id" UUID,
  "type" INTEGER,
  "url" TEXT NOT NULL,
  "events" TEXT[] DEFAULT ARRAY[]::text[],
  "sealed_secret" BYTEA NOT NULL,
  "sealed_previous_secret" BYTEA,
  "previous_secret_ends_at" TIMESTAMPTZ(3),
  "disabled_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_endpoints_client_id_idx" ON "webhook_endpoints"("client_id");

CREATE TABLE "webhook_events" (
  "id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ends_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_events_created_at_idx" ON "webhook_events"("created_at");
-- Secret bodies that are not deleted yet.
CREATE INDEX "webhook_events_secret" ON "webhook_events" ("ends_at") WHERE "ends_at" IS NOT NULL AND "body" <> '';

CREATE TABLE "webhook_deliveries" (
  "id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "endpoint_id" INTEGER,
  "client_id" UUID,
  "url" TEXT NOT NULL,
  "receiver" TEXT NOT NULL,
  "status" "webhook_delivery_status" NOT NULL DEFAULT 'PENDING',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  "last_status" INTEGER,
  "last_error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "delivered_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);
-- A delivery is updated twice and then never again.
ALTER TABLE "webhook_deliveries" SET (
  autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 20000
);
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("receiver", "next_attempt_at") WHERE "status" = 'PENDING';
CREATE INDEX "webhook_deliveries_status_created_at_id_idx" ON "webhook_deliveries"("status", "created_at", "id");
CREATE INDEX "webhook_deliveries_endpoint_id_status_created_at_id_idx"
  ON "webhook_deliveries"("endpoint_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);
CREATE INDEX "webhook_deliveries_client_id_status_created_at_id_idx"
  ON "webhook_deliveries"("client_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);

CREATE TABLE "reconciliations" (
  "provider_name" TEXT NOT NULL,
  "scanned_to" TIMESTAMPTZ(3),
  "next_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_error" TEXT,
  "next_long_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "next_returns_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("provider_name")
);

CREATE TABLE "reported_returns" (
  "id" TEXT NOT NULL,
  "payment_id" UUID NOT NULL,
  "amount" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "reported_returns_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "unsettled_entries" (
  "id" UUID NOT NULL,
  "provider_name" TEXT NOT NULL,
  "reference" TEXT NOT NULL,
  "problem" TEXT NOT NULL,
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "resolved_at" TIMESTAMPTZ(3),
  "note" TEXT,
  CONSTRAINT "unsettled_entries_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "unsettled_entries_provider_name_reference_key" ON "unsettled_entries"("provider_name", "reference");
CREATE INDEX "unsettled_entries_open" ON "unsettled_entries" ("first_seen_at") WHERE "resolved_at" IS NULL;

-- Unlogged: a flood of logins writes no journal. After a crash of the database the counts start at zero.
CREATE UNLOGGED TABLE "login_limits" (
  "key" VARCHAR(255) NOT NULL,
  "points" INTEGER NOT NULL DEFAULT 0,
  "expire" BIGINT,
  CONSTRAINT "login_limits_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "login_limits_expire_idx" ON "login_limits"("expire");

-- One row, which /readyz writes to learn whether the database takes writes.
CREATE TABLE "write_probes" (
  "id" INTEGER NOT NULL,
  "written_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "write_probes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "book_marks" (
  "order_block" BIGINT,
  "ledger_block" BIGINT,
  "billing_order_id" UUID,
  "payment_id" UUID,
  "marked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
-- Marks come and go with every sale: their room is soon used again, and nobody waits for the table to be truncated.
ALTER TABLE "book_marks" SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_threshold = 1000000, vacuum_truncate = off
);

CREATE TABLE "book_blocks_due" (
  "kind" "book_kind" NOT NULL,
  "block" BIGINT NOT NULL,
  "since" TIMESTAMPTZ(6) NOT NULL,
  CONSTRAINT "book_blocks_due_pkey" PRIMARY KEY ("kind", "block")
);
CREATE INDEX "book_blocks_due_since_idx" ON "book_blocks_due"("since");

CREATE TABLE "book_sums" (
  "kind" "book_kind" NOT NULL,
  "block" BIGINT NOT NULL,
  "owner_id" UUID NOT NULL,
  "reserved" BIGINT NOT NULL,
  "allocated" BIGINT NOT NULL,
  "balance" BIGINT NOT NULL,
  CONSTRAINT "book_sums_pkey" PRIMARY KEY ("kind", "block", "owner_id")
);

CREATE TABLE "book_totals" (
  "owner_id" UUID NOT NULL,
  "reserved" BIGINT NOT NULL,
  "allocated" BIGINT NOT NULL,
  "balance" BIGINT NOT NULL,
  CONSTRAINT "book_totals_pkey" PRIMARY KEY ("owner_id")
);

CREATE TABLE "book_disagreements" (
  "rule" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" "book_kind" NOT NULL,
  "block" BIGINT NOT NULL,
  "detail" TEXT NOT NULL,
  "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "checked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "book_disagreements_pkey" PRIMARY KEY ("rule", "id")
);
CREATE INDEX "book_disagreements_kind_block_idx" ON "book_disagreements"("kind", "block");
CREATE INDEX "book_disagreements_checked_at_idx" ON "book_disagreements"("checked_at");

CREATE TABLE "book_checks" (
  "id" INTEGER NOT NULL,
  "round_kind" "book_kind" NOT NULL DEFAULT 'ORDERS',
  "round_block" BIGINT NOT NULL DEFAULT 0,
  "round_raffle_id" UUID,
  "round_user_id" UUID,
  "round_started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "round_ended_at" TIMESTAMPTZ(6),
  "marks_checked_to" TIMESTAMPTZ(6),
  "counters_checked_at" TIMESTAMPTZ(6),
  "turned_at" TIMESTAMPTZ(6),
  CONSTRAINT "book_checks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "promotions" (
  "id" UUID NOT NULL,
  "raffle_id" UUID NOT NULL,
  "kind" "promotion_kind" NOT NULL,
  "quota_quantity" INTEGER NOT NULL,
  "price" BIGINT NOT NULL,
  "bonus_quotas" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "promotions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "promotions_quota_quantity_check" CHECK ("quota_quantity" >= 1),
  CONSTRAINT "promotions_price_check" CHECK ("price" >= 0),
  CONSTRAINT "promotions_bonus_quotas_check" CHECK ("bonus_quotas" >= 0)
);
CREATE UNIQUE INDEX "promotions_raffle_id_kind_quota_quantity_key" ON "promotions"("raffle_id", "kind", "quota_quantity");

CREATE TABLE "referrers" (
  "user_id" UUID NOT NULL,
  "orders" INTEGER NOT NULL DEFAULT 0,
  "accrued" BIGINT NOT NULL DEFAULT 0,
  "reversed" BIGINT NOT NULL DEFAULT 0,
  "paid_out" BIGINT NOT NULL DEFAULT 0,
  "balance" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "referrers_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "referrers_sums_check" CHECK ("balance" = "accrued" - "reversed" - "paid_out" AND "orders" >= 0
    AND "accrued" >= "reversed" AND "reversed" >= 0 AND "paid_out" >= 0)
);
CREATE INDEX "referrers_balance_user_id_idx" ON "referrers"("balance", "user_id");

CREATE TABLE "commission_entries" (
  "id" BIGSERIAL NOT NULL,
  "referrer_id" UUID NOT NULL,
  "type" "commission_entry_type" NOT NULL,
  "amount" BIGINT NOT NULL,
  "order_id" BIGINT,
  "reference" TEXT,
  "note" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "commission_entries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "commission_entries_amount_check" CHECK ("amount" > 0),
  CONSTRAINT "commission_entries_subject_check" CHECK (
    CASE WHEN "type" = 'PAID_OUT' THEN "order_id" IS NULL AND "reference" IS NOT NULL ELSE "order_id" IS NOT NULL AND "reference" IS NULL END
  )
);
-- An order earns once and is reversed once; a payout that is repeated is the same payout.
CREATE UNIQUE INDEX "commission_entries_order_id_type_key" ON "commission_entries"("order_id", "type");
CREATE UNIQUE INDEX "commission_entries_referrer_id_reference_key" ON "commission_entries"("referrer_id", "reference");
CREATE INDEX "commission_entries_referrer_id_id_idx" ON "commission_entries"("referrer_id", "id" NULLS FIRST);

-- No row while a raffle has neither boxes nor quota prizes.
CREATE TABLE "raffle_commitments" (
  "raffle_id" UUID NOT NULL,
  "sealed_box_seed" BYTEA,
  "box_seed_hash" BYTEA,
  "boxes_hash" BYTEA,
  "sealed_quota_prizes_salt" BYTEA,
  "quota_prizes_hash" BYTEA,
  CONSTRAINT "raffle_commitments_pkey" PRIMARY KEY ("raffle_id"),
  CONSTRAINT "raffle_commitments_boxes_check" CHECK (
    ("sealed_box_seed" IS NULL) = ("box_seed_hash" IS NULL) AND ("boxes_hash" IS NULL OR "box_seed_hash" IS NOT NULL)
  ),
  CONSTRAINT "raffle_commitments_quota_prizes_check" CHECK ("quota_prizes_hash" IS NULL OR "sealed_quota_prizes_salt" IS NOT NULL)
);

-- What happened to prizes while quotas were sold. An entry is valid for the blocks that begin at its ordinal or above.
CREATE TABLE "prize_log" (
  "id" BIGSERIAL NOT NULL,
  "raffle_id" UUID NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "type" "prize_event" NOT NULL,
  "prize_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "prize_log_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "prize_log_ordinal_check" CHECK ("ordinal" >= 0)
);
CREATE INDEX "prize_log_raffle_id_id_idx" ON "prize_log"("raffle_id", "id" NULLS FIRST);
-- A prize in the log is not deleted.
CREATE INDEX "prize_log_prize_id_idx" ON "prize_log"("prize_id");

CREATE TABLE "awarded_boxes" (
  "id" UUID NOT NULL,
  "raffle_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "title" TEXT NOT NULL,
  "quantity" INTEGER NOT NULL,
  "prize" BIGINT NOT NULL,
  "mode" "box_mode" NOT NULL,
  "percentage" INTEGER,
  "release_at" INTEGER NOT NULL DEFAULT 0,
  "is_locked" BOOLEAN NOT NULL DEFAULT false,
  "standing" "box_standing" NOT NULL,
  "given" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "awarded_boxes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "awarded_boxes_quantity_check" CHECK ("quantity" BETWEEN 1 AND 1000000),
  CONSTRAINT "awarded_boxes_given_check" CHECK ("given" BETWEEN 0 AND "quantity"),
  CONSTRAINT "awarded_boxes_prize_check" CHECK ("prize" BETWEEN 1 AND 999999999999),
  CONSTRAINT "awarded_boxes_percentage_check" CHECK (
    CASE WHEN "mode" = 'PORCENTAGEM' THEN "percentage" IS NOT NULL AND "percentage" BETWEEN 1 AND 10000 ELSE "percentage" IS NULL END
  ),
  CONSTRAINT "awarded_boxes_release_at_check" CHECK ("release_at" BETWEEN 0 AND 10000)
);
CREATE UNIQUE INDEX "awarded_boxes_raffle_id_position_key" ON "awarded_boxes"("raffle_id", "position");
-- For the foreign key of box_wins: a win is of its own raffle, and its unit is below the quantity.
CREATE UNIQUE INDEX "awarded_boxes_id_raffle_id_quantity_key" ON "awarded_boxes"("id", "raffle_id", "quantity");

CREATE TABLE "awarded_box_combos" (
  "id" UUID NOT NULL,
  "raffle_id" UUID NOT NULL,
  "quantity_titles" INTEGER NOT NULL,
  "quantity_boxes" INTEGER NOT NULL,
  "visible" BOOLEAN NOT NULL DEFAULT true,
  "highlighted" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "awarded_box_combos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "awarded_box_combos_titles_check" CHECK ("quantity_titles" BETWEEN 1 AND 20000),
  CONSTRAINT "awarded_box_combos_boxes_check" CHECK ("quantity_boxes" BETWEEN 1 AND 1000)
);
CREATE UNIQUE INDEX "awarded_box_combos_raffle_id_quantity_titles_key" ON "awarded_box_combos"("raffle_id", "quantity_titles");

-- A row for each order that reached a combo. Boxes have no rows of their own.
CREATE TABLE "order_boxes" (
  "order_id" BIGINT NOT NULL,
  "raffle_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "boxes" INTEGER NOT NULL,
  "opened" BYTEA,
  "opened_count" INTEGER NOT NULL DEFAULT 0,
  "void" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "order_boxes_pkey" PRIMARY KEY ("order_id"),
  CONSTRAINT "order_boxes_boxes_check" CHECK ("boxes" BETWEEN 1 AND 10000),
  CONSTRAINT "order_boxes_opened_check" CHECK (
    "opened_count" BETWEEN 0 AND "boxes" AND bit_count(coalesce("opened", '')) = "opened_count"
    AND ("opened" IS NULL OR length("opened") = ("boxes" + 7) / 8)
  )
);
CREATE UNIQUE INDEX "order_boxes_order_id_raffle_id_key" ON "order_boxes"("order_id", "raffle_id");
CREATE INDEX "order_boxes_user_id_order_id_idx" ON "order_boxes"("user_id", "order_id" NULLS FIRST);
CREATE INDEX "order_boxes_unopened_idx" ON "order_boxes"("order_id") WHERE "opened_count" < "boxes" AND NOT "void";

-- A row for each box that holds a unit. A unit of a refunded order is drawn once more, at the close (`at_close`), and never again.
CREATE TABLE "box_wins" (
  "order_id" BIGINT NOT NULL,
  "box_index" INTEGER NOT NULL,
  "raffle_id" UUID NOT NULL,
  "prize_id" UUID NOT NULL,
  "unit" INTEGER NOT NULL,
  "quantity" INTEGER NOT NULL,
  "at_close" BOOLEAN NOT NULL DEFAULT false,
  "shown_at" TIMESTAMPTZ(3),
  CONSTRAINT "box_wins_pkey" PRIMARY KEY ("order_id", "box_index"),
  CONSTRAINT "box_wins_box_index_check" CHECK ("box_index" BETWEEN 0 AND 9999),
  CONSTRAINT "box_wins_unit_check" CHECK ("unit" >= 0 AND "unit" < "quantity")
);
CREATE UNIQUE INDEX "box_wins_prize_id_unit_at_close_key" ON "box_wins"("prize_id", "unit", "at_close");
CREATE INDEX "box_wins_raffle_id_shown_at_order_id_box_index_idx" ON "box_wins"("raffle_id", "shown_at", "order_id", "box_index");
-- What waits for an operator.
CREATE INDEX "box_wins_shown_at_idx" ON "box_wins"("shown_at") WHERE "shown_at" IS NOT NULL;

CREATE TABLE "quota_prizes" (
  "id" UUID NOT NULL,
  "raffle_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "number" INTEGER NOT NULL,
  "prize" TEXT NOT NULL,
  "release_at" INTEGER NOT NULL DEFAULT 0,
  "begins_locked" BOOLEAN NOT NULL DEFAULT false,
  "is_locked" BOOLEAN NOT NULL DEFAULT false,
  "drawn" BOOLEAN NOT NULL DEFAULT false,
  "won_order_id" BIGINT,
  "won_at" TIMESTAMPTZ(3),
  "voided_at" TIMESTAMPTZ(3),
  CONSTRAINT "quota_prizes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "quota_prizes_number_check" CHECK ("number" >= 0 AND "release_at" BETWEEN 0 AND 10000),
  CONSTRAINT "quota_prizes_won_check" CHECK (
    ("won_order_id" IS NULL) = ("won_at" IS NULL) AND ("won_at" IS NULL OR NOT "is_locked") AND ("voided_at" IS NULL OR "won_at" IS NOT NULL)
  )
);
CREATE UNIQUE INDEX "quota_prizes_raffle_id_number_key" ON "quota_prizes"("raffle_id", "number");
CREATE UNIQUE INDEX "quota_prizes_raffle_id_position_key" ON "quota_prizes"("raffle_id", "position");
CREATE INDEX "quota_prizes_won_order_id_position_idx" ON "quota_prizes"("won_order_id", "position") WHERE "won_order_id" IS NOT NULL;
CREATE INDEX "quota_prizes_won_at_id_idx" ON "quota_prizes"("won_at", "id") WHERE "won_at" IS NOT NULL AND "voided_at" IS NULL;
CREATE INDEX "quota_prizes_raffle_id_won_at_id_idx" ON "quota_prizes"("raffle_id", "won_at", "id")
  WHERE "won_at" IS NOT NULL AND "voided_at" IS NULL;

CREATE TABLE "draws" (
  "raffle_id" UUID NOT NULL,
  "mode" "draw_mode" NOT NULL,
  "status" "draw_status" NOT NULL DEFAULT 'FREEZING',
  "frozen_at" TIMESTAMPTZ(3) NOT NULL,
  "contest" INTEGER,
  "sealed_leaf_key" BYTEA NOT NULL,
  "manifest" TEXT,
  "manifest_hash" BYTEA,
  "chain" JSONB,
  "round" BIGINT,
  "due_at" TIMESTAMPTZ(3),
  "subtree_hashes" BYTEA,
  "subtree_firsts" INTEGER[],
  "signature" TEXT,
  "results" TEXT[],
  "drawn_at" TIMESTAMPTZ(3),
  "proof_gzip" BYTEA,
  CONSTRAINT "draws_pkey" PRIMARY KEY ("raffle_id"),
  CONSTRAINT "draws_contest_check" CHECK (("contest" IS NOT NULL) = ("mode" = 'LOTERIA_FEDERAL')),
  CONSTRAINT "draws_frozen_check" CHECK (
    ("status" = 'FREEZING') = ("manifest" IS NULL) AND ("manifest" IS NULL) = ("manifest_hash" IS NULL)
    AND ("manifest" IS NULL) = ("subtree_hashes" IS NULL) AND ("manifest" IS NULL) = ("subtree_firsts" IS NULL)
    AND ("round" IS NOT NULL) = ("manifest" IS NOT NULL AND "mode" = 'BEACON')
    AND ("round" IS NULL) = ("chain" IS NULL) AND ("round" IS NULL) = ("due_at" IS NULL)
  ),
  CONSTRAINT "draws_drawn_check" CHECK (
    ("status" = 'DRAWN') = ("drawn_at" IS NOT NULL)
    AND ("signature" IS NOT NULL) = ("status" = 'DRAWN' AND "mode" = 'BEACON')
    AND ("results" IS NOT NULL) = ("status" = 'DRAWN' AND "mode" = 'LOTERIA_FEDERAL')
    AND ("proof_gzip" IS NULL OR "status" = 'DRAWN')
  )
);
-- What is still to be done.
CREATE INDEX "draws_open_idx" ON "draws"("due_at") WHERE "status" <> 'DRAWN';
CREATE INDEX "draws_unproven_idx" ON "draws"("raffle_id") WHERE "status" = 'DRAWN' AND "proof_gzip" IS NULL;
CREATE INDEX "draws_drawn_at_idx" ON "draws"("drawn_at");

-- Within a draw, ids go from the last prize to the first: the first prize of the newest draw has the greatest.
CREATE TABLE "raffle_winners" (
  "id" BIGSERIAL NOT NULL,
  "raffle_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "prize" TEXT NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "number" INTEGER NOT NULL,
  "order_id" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "raffle_winners_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "raffle_winners_position_check" CHECK ("position" >= 1)
);
CREATE UNIQUE INDEX "raffle_winners_raffle_id_position_key" ON "raffle_winners"("raffle_id", "position");
CREATE UNIQUE INDEX "raffle_winners_raffle_id_ordinal_key" ON "raffle_winners"("raffle_id", "ordinal");
CREATE INDEX "raffle_winners_order_id_idx" ON "raffle_winners"("order_id");

-- One row: the time zone of the days and hours below. Triggers on orders count them, in the transaction of the sale and under the lock of
-- the raffle's counter. They have no foreign keys: the orders keep raffles and buyers from being deleted.
CREATE TABLE "business_calendar" (
  "id" BOOLEAN NOT NULL DEFAULT true,
  "time_zone" TEXT NOT NULL,
  CONSTRAINT "business_calendar_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "business_calendar_id_check" CHECK ("id"),
  CONSTRAINT "business_calendar_time_zone_check" CHECK ((timestamptz 'epoch' AT TIME ZONE "time_zone") IS NOT NULL)
);

CREATE TABLE "order_totals" (
  "raffle_id" UUID NOT NULL,
  "status" "order_status" NOT NULL,
  "orders" INTEGER NOT NULL,
  "quotas" BIGINT NOT NULL,
  "value" BIGINT NOT NULL,
  CONSTRAINT "order_totals_pkey" PRIMARY KEY ("raffle_id", "status")
);

-- PAID orders by the hour of payment, in the time zone of the business.
CREATE TABLE "sales_hours" (
  "raffle_id" UUID NOT NULL,
  "hour" TIMESTAMP(0) NOT NULL,
  "orders" INTEGER NOT NULL,
  "quotas" BIGINT NOT NULL,
  "revenue" BIGINT NOT NULL,
  CONSTRAINT "sales_hours_pkey" PRIMARY KEY ("raffle_id", "hour")
);

-- PAID orders by buyer and day. `reached_at` is the buyer's last payment of that day, refunded or not.
CREATE TABLE "buyer_days" (
  "raffle_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "user_id" UUID NOT NULL,
  "orders" INTEGER NOT NULL,
  "quotas" INTEGER NOT NULL,
  "value" BIGINT NOT NULL,
  "reached_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "buyer_days_pkey" PRIMARY KEY ("raffle_id", "day", "user_id")
);
CREATE INDEX "buyer_days_raffle_id_day_quotas_reached_at_user_id_idx"
  ON "buyer_days"("raffle_id", "day", "quotas" DESC, "reached_at", "user_id");
CREATE INDEX "buyer_days_raffle_id_day_value_reached_at_user_id_idx"
  ON "buyer_days"("raffle_id", "day", "value" DESC, "reached_at", "user_id");

CREATE TABLE "site_settings" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "site_name" TEXT,
  "color" TEXT,
  "logo_url" TEXT,
  "support_email" TEXT,
  "support_phone" TEXT,
  "social_links" JSONB NOT NULL DEFAULT '[]',
  "about_text" TEXT,
  "terms_text" TEXT,
  "privacy_text" TEXT,
  "company_name" TEXT,
  "cnpj" TEXT,
  "show_company" BOOLEAN NOT NULL DEFAULT false,
  "notes" TEXT,
  "meta_pixel_id" TEXT,
  "google_analytics_id" TEXT,
  "google_tag_manager_id" TEXT,
  "google_ads_id" TEXT,
  "tiktok_pixel_id" TEXT,
  "kwai_pixel_id" TEXT,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "site_settings_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "site_settings_one_row" CHECK ("id" = 1)
);

CREATE TABLE "notifications" (
  "id" UUID NOT NULL,
  "title" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "link" TEXT,
  "active" BOOLEAN NOT NULL,
  "starts_at" TIMESTAMPTZ(3),
  "ends_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "notifications_window_check" CHECK ("ends_at" > "starts_at")
);

CREATE TABLE "faqs" (
  "id" UUID NOT NULL,
  "question" TEXT NOT NULL,
  "answer" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "active" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "faqs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "faqs_position_check" CHECK ("position" >= 1),
  CONSTRAINT "faqs_position_key" UNIQUE ("position") DEFERRABLE INITIALLY IMMEDIATE
);

-- A row is written when all files of the picture are in the store.
CREATE TABLE "files" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "sha256" BYTEA NOT NULL,
  "width" INTEGER NOT NULL,
  "height" INTEGER NOT NULL,
  "bytes" INTEGER NOT NULL,
  "uploaded_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "files_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "files_name" CHECK ("name" ~ '^[A-Za-z0-9_-]{22}$'),
  CONSTRAINT "files_sha256" CHECK (octet_length("sha256") = 32),
  CONSTRAINT "files_size" CHECK ("width" > 0 AND "height" > 0 AND "bytes" > 0)
);
CREATE UNIQUE INDEX "files_name_key" ON "files"("name");
CREATE INDEX "files_uploaded_by_idx" ON "files"("uploaded_by");

CREATE TABLE "sessions" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "token_version" INTEGER NOT NULL,
  "generation" INTEGER NOT NULL DEFAULT 0,
  "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "refresh_expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "ended_reason" "session_end",
  "network" TEXT NOT NULL,
  "user_agent" TEXT,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sessions_ended" CHECK (("ended_at" IS NULL) = ("ended_reason" IS NULL))
);
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_refresh_expires_at_idx" ON "sessions"("refresh_expires_at");

CREATE TABLE "login_codes" (
  "phone" TEXT NOT NULL,
  "code_hash" BYTEA NOT NULL,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "login_codes_pkey" PRIMARY KEY ("phone")
);
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

-- Foreign keys.
ALTER TABLE "raffles"
  ADD CONSTRAINT "raffles_category_id_fkey"
    FOREIGN KEY ("category_id") REFERENCES "raffle_categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "raffle_prizes"
  ADD CONSTRAINT "raffle_prizes_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "raffle_counters"
  ADD CONSTRAINT "raffle_counters_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "raffle_buyers"
  ADD CONSTRAINT "raffle_buyers_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "raffle_buyers_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "orders"
  ADD CONSTRAINT "orders_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "orders_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "orders_referrer_id_fkey"
    FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "quota_allocations"
  ADD CONSTRAINT "quota_allocations_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "quota_allocations_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "charges"
  ADD CONSTRAINT "charges_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "charges_billing_order_id_fkey"
    FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payments"
  ADD CONSTRAINT "payments_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "payments_billing_order_id_fkey"
    FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "late_payments"
  ADD CONSTRAINT "late_payments_payment_id_fkey"
    FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refunds"
  ADD CONSTRAINT "refunds_payment_id_fkey"
    FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "refunds_late_payment_id_fkey"
    FOREIGN KEY ("late_payment_id") REFERENCES "late_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "refunds_retry_of_fkey"
    FOREIGN KEY ("retry_of") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "billing_orders"
  ADD CONSTRAINT "billing_orders_client_id_fkey"
    FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ledger_entries"
  ADD CONSTRAINT "ledger_entries_client_id_fkey"
    FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "ledger_entries_billing_order_id_fkey"
    FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_client_id_fkey"
    FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_event_id_fkey"
    FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey"
    FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "webhook_deliveries_client_id_fkey"
    FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "reported_returns"
  ADD CONSTRAINT "reported_returns_payment_id_fkey"
    FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "promotions"
  ADD CONSTRAINT "promotions_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "referrers"
  ADD CONSTRAINT "referrers_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "commission_entries"
  ADD CONSTRAINT "commission_entries_referrer_id_fkey"
    FOREIGN KEY ("referrer_id") REFERENCES "referrers"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "raffle_commitments"
  ADD CONSTRAINT "raffle_commitments_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "prize_log"
  ADD CONSTRAINT "prize_log_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "awarded_boxes"
  ADD CONSTRAINT "awarded_boxes_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "awarded_box_combos"
  ADD CONSTRAINT "awarded_box_combos_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "order_boxes"
  ADD CONSTRAINT "order_boxes_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "quota_allocations"("order_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "box_wins"
  ADD CONSTRAINT "box_wins_order_id_raffle_id_fkey"
    FOREIGN KEY ("order_id", "raffle_id") REFERENCES "order_boxes"("order_id", "raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "box_wins_prize_id_raffle_id_quantity_fkey"
    FOREIGN KEY ("prize_id", "raffle_id", "quantity") REFERENCES "awarded_boxes"("id", "raffle_id", "quantity") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "quota_prizes"
  ADD CONSTRAINT "quota_prizes_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "quota_prizes_won_order_id_fkey"
    FOREIGN KEY ("won_order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "draws"
  ADD CONSTRAINT "draws_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "raffle_winners"
  ADD CONSTRAINT "raffle_winners_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "draws"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "raffle_winners_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "files"
  ADD CONSTRAINT "files_uploaded_by_fkey"
    FOREIGN KEY ("uploaded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Triggers.
CREATE TRIGGER "users_first_operator_owns" BEFORE INSERT ON "users" FOR EACH ROW
  WHEN (NEW.role = 'ADMIN' AND NEW.operator_role IS NULL)
  EXECUTE FUNCTION first_operator_owns();
CREATE TRIGGER "users_end_tokens" BEFORE UPDATE OF "role", "operator_role", "password_hash", "blocked_at", "deleted_at" ON "users"
  FOR EACH ROW
  WHEN (
    OLD.role IS DISTINCT FROM NEW.role
    OR OLD.operator_role IS DISTINCT FROM NEW.operator_role
    OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.blocked_at IS DISTINCT FROM NEW.blocked_at
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
  )
  EXECUTE FUNCTION end_tokens();
CREATE TRIGGER "users_end_sessions" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (OLD.token_version IS DISTINCT FROM NEW.token_version)
  EXECUTE FUNCTION end_sessions();
CREATE TRIGGER "raffles_stand_once_sold" BEFORE UPDATE OF "quota_quantity", "quota_price", "draw_mode", "secret_hash" ON "raffles"
  FOR EACH ROW WHEN (OLD."quota_quantity" <> NEW."quota_quantity" OR OLD."quota_price" <> NEW."quota_price"
                     OR OLD."draw_mode" <> NEW."draw_mode" OR OLD."secret_hash" <> NEW."secret_hash")
  EXECUTE FUNCTION refuse_raffle_change_once_sold();
CREATE TRIGGER "raffles_combo_rule_stands_once_sold" BEFORE UPDATE OF "acumulative_combo" ON "raffles"
  FOR EACH ROW WHEN (OLD."acumulative_combo" <> NEW."acumulative_combo") EXECUTE FUNCTION refuse_combo_rule_once_sold();
CREATE TRIGGER "raffles_stay_frozen" BEFORE UPDATE OF "status", "frozen_at" ON "raffles"
  FOR EACH ROW WHEN (OLD."frozen_at" IS NOT NULL) EXECUTE FUNCTION refuse_move_of_frozen();
CREATE TRIGGER "raffle_prizes_stand_once_sold" BEFORE INSERT OR UPDATE OR DELETE ON "raffle_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "orders_paid_in_full" AFTER UPDATE ON "orders"
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_paid_orders();
CREATE TRIGGER "orders_marked_when_inserted" AFTER INSERT ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "orders_marked_when_updated" AFTER UPDATE ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "orders_marked_when_deleted" AFTER DELETE ON "orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "orders_counted_insert" AFTER INSERT ON "orders"
  REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER "orders_counted_update" AFTER UPDATE ON "orders"
  REFERENCING OLD TABLE AS orders_before NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER "quota_allocations_marked_when_updated" AFTER UPDATE ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_marked_as_they_were" AFTER UPDATE ON "quota_allocations"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_marked_when_deleted" AFTER DELETE ON "quota_allocations"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_join_before_freeze" AFTER INSERT ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_allocation_of_frozen();
CREATE TRIGGER "quota_allocations_leave_before_freeze" AFTER UPDATE ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_allocation_of_frozen();
CREATE TRIGGER "charges_marked_when_updated" AFTER UPDATE ON "charges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "charges_marked_when_deleted" AFTER DELETE ON "charges"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "payments_marked_when_inserted" AFTER INSERT ON "payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_when_updated" AFTER UPDATE ON "payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_as_they_were" AFTER UPDATE ON "payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_when_deleted" AFTER DELETE ON "payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "late_within_payment" AFTER INSERT ON "late_payments"
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION guard_late_payments();
CREATE TRIGGER "late_payments_marked_when_inserted" AFTER INSERT ON "late_payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "late_payments_marked_when_updated" AFTER UPDATE ON "late_payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "late_payments_marked_when_deleted" AFTER DELETE ON "late_payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "refunds_within_payment" BEFORE INSERT OR UPDATE OF "amount", "status" ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION guard_refunds();
CREATE TRIGGER "refunds_marked_when_inserted" AFTER INSERT ON "refunds"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "refunds_marked_when_updated" AFTER UPDATE ON "refunds"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "refunds_marked_when_deleted" AFTER DELETE ON "refunds"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "api_clients_end_tokens" BEFORE UPDATE OF "client_secret_hash" ON "api_clients" FOR EACH ROW
  WHEN (OLD.client_secret_hash IS DISTINCT FROM NEW.client_secret_hash)
  EXECUTE FUNCTION end_tokens();
CREATE TRIGGER "billing_orders_marked_when_inserted" AFTER INSERT ON "billing_orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "billing_orders_marked_when_updated" AFTER UPDATE ON "billing_orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "billing_orders_marked_when_deleted" AFTER DELETE ON "billing_orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "ledger_entries_marked_when_inserted" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_ledger_entries();
-- Sealed secrets may be sealed again under another key; their hashes do not change.
CREATE TRIGGER "raffle_commitments_stand_once_sold"
  BEFORE UPDATE OF "box_seed_hash", "boxes_hash", "quota_prizes_hash" ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "raffle_commitments_begin_before_the_sale" BEFORE INSERT OR DELETE ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
-- How many units were given, and what is shown of a combo, may change after the first sale.
CREATE TRIGGER "awarded_boxes_begin_before_the_sale" BEFORE INSERT OR DELETE ON "awarded_boxes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_boxes_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "position", "title", "quantity", "prize", "mode", "percentage", "release_at", "is_locked"
  ON "awarded_boxes" FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_box_combos_begin_before_the_sale" BEFORE INSERT OR DELETE ON "awarded_box_combos"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_box_combos_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "quantity_titles", "quantity_boxes" ON "awarded_box_combos"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "order_boxes_only_open" BEFORE UPDATE ON "order_boxes" FOR EACH ROW
  WHEN (OLD."boxes" <> NEW."boxes" OR NEW."opened_count" < OLD."opened_count" OR (OLD."void" AND NOT NEW."void")
        OR (OLD."void" AND OLD."opened" IS DISTINCT FROM NEW."opened"))
  EXECUTE FUNCTION refuse_closing_a_box();
CREATE TRIGGER "quota_prizes_begin_before_the_sale" BEFORE INSERT OR DELETE ON "quota_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "quota_prizes_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "position", "number", "prize", "release_at", "begins_locked", "drawn" ON "quota_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "quota_prizes_won_once" BEFORE UPDATE OF "won_order_id", "won_at", "voided_at", "is_locked" ON "quota_prizes"
  FOR EACH ROW WHEN (OLD."won_at" IS NOT NULL AND (
    NEW."won_order_id" IS DISTINCT FROM OLD."won_order_id" OR NEW."won_at" IS DISTINCT FROM OLD."won_at" OR NEW."is_locked" <> OLD."is_locked"
    OR (OLD."voided_at" IS NOT NULL AND NEW."voided_at" IS DISTINCT FROM OLD."voided_at")
  )) EXECUTE FUNCTION refuse_to_win_again();
CREATE TRIGGER "draws_stay" BEFORE DELETE ON "draws" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();
CREATE TRIGGER "draws_are_written_once" BEFORE UPDATE ON "draws" FOR EACH ROW WHEN (
  OLD."mode" <> NEW."mode" OR OLD."frozen_at" <> NEW."frozen_at" OR OLD."contest" IS DISTINCT FROM NEW."contest"
  OR OLD."manifest" IS NOT NULL AND (OLD."manifest" <> NEW."manifest" OR NEW."manifest" IS NULL OR OLD."manifest_hash" <> NEW."manifest_hash"
    OR OLD."round" IS DISTINCT FROM NEW."round" OR OLD."chain" IS DISTINCT FROM NEW."chain" OR OLD."due_at" IS DISTINCT FROM NEW."due_at"
    OR OLD."subtree_hashes" <> NEW."subtree_hashes" OR OLD."subtree_firsts" <> NEW."subtree_firsts")
  OR OLD."status" = 'DRAWN' AND (NEW."status" <> 'DRAWN' OR OLD."signature" IS DISTINCT FROM NEW."signature"
    OR OLD."results" IS DISTINCT FROM NEW."results" OR OLD."drawn_at" <> NEW."drawn_at"
    OR OLD."proof_gzip" IS NOT NULL AND OLD."proof_gzip" IS DISTINCT FROM NEW."proof_gzip")
) EXECUTE FUNCTION refuse_change_of_draw();
CREATE TRIGGER "raffle_winners_stay" BEFORE UPDATE OR DELETE ON "raffle_winners" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();

INSERT INTO "book_checks" ("id") VALUES (1);
INSERT INTO "business_calendar" ("time_zone") VALUES ('America/Sao_Paulo');
INSERT INTO "site_settings" DEFAULT VALUES;
