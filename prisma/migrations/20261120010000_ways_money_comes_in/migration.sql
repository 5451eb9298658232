-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('PENDING', 'PROCESSING', 'RETURNED', 'FAILED', 'BY_HAND');

-- CreateEnum
CREATE TYPE "refund_initiator" AS ENUM ('BUYER', 'OPERATOR', 'BANK');

-- CreateEnum
CREATE TYPE "billing_order_status" AS ENUM ('PENDING', 'PAID', 'PROCESSING', 'CANCELLED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "ledger_entry_type" AS ENUM ('CREDIT', 'DEBIT');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'DEAD');

-- AlterTable
ALTER TABLE "charges" ADD COLUMN     "billing_order_id" UUID,
ADD COLUMN     "checks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_reference" TEXT,
ALTER COLUMN "order_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "billing_order_id" UUID,
ALTER COLUMN "order_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "late_payments" ADD COLUMN     "note" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "billing_order_id" UUID;

-- CreateTable
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

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_clients" (
    "id" UUID NOT NULL,
    "company_id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "client_key" TEXT NOT NULL,
    "client_secret_hash" BYTEA NOT NULL,
    "secret_rotated_at" TIMESTAMPTZ(3),
    "sealed_signature_secret" BYTEA NOT NULL,
    "requires_signature" BOOLEAN NOT NULL DEFAULT false,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "blocked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "billing_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "client_id" UUID NOT NULL,
    "billing_order_id" UUID NOT NULL,
    "type" "ledger_entry_type" NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" SERIAL NOT NULL,
    "client_id" UUID,
    "type" INTEGER,
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealed_secret" BYTEA NOT NULL,
    "sealed_previous_secret" BYTEA,
    "previous_secret_ends_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "reconciliations" (
    "provider_name" TEXT NOT NULL,
    "scanned_to" TIMESTAMPTZ(3),
    "next_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("provider_name")
);

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- CreateIndex
CREATE INDEX "refunds_late_payment_id_idx" ON "refunds"("late_payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_clients_company_id_key" ON "api_clients"("company_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_clients_client_key_key" ON "api_clients"("client_key");

-- CreateIndex
CREATE UNIQUE INDEX "billing_orders_number_key" ON "billing_orders"("number");

-- CreateIndex
CREATE UNIQUE INDEX "billing_orders_client_id_external_id_key" ON "billing_orders"("client_id", "external_id");

-- CreateIndex
CREATE INDEX "ledger_entries_client_id_id_idx" ON "ledger_entries"("client_id", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_billing_order_id_idx" ON "ledger_entries"("billing_order_id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_client_id_idx" ON "webhook_endpoints"("client_id");

-- CreateIndex
CREATE INDEX "webhook_events_created_at_idx" ON "webhook_events"("created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_id_idx" ON "webhook_deliveries"("created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_client_id_created_at_id_idx" ON "webhook_deliveries"("client_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "charges_billing_order_id_key" ON "charges"("billing_order_id");

-- CreateIndex
CREATE INDEX "payments_billing_order_id_idx" ON "payments"("billing_order_id");

-- CreateIndex
CREATE INDEX "payments_paid_at_id_idx" ON "payments"("paid_at", "id");

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_billing_order_id_fkey" FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_billing_order_id_fkey" FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_late_payment_id_fkey" FOREIGN KEY ("late_payment_id") REFERENCES "late_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_orders" ADD CONSTRAINT "billing_orders_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_billing_order_id_fkey" FOREIGN KEY ("billing_order_id") REFERENCES "billing_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "api_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

ALTER TABLE "charges"
  ADD CONSTRAINT "charges_of_one" CHECK (num_nonnulls("order_id", "billing_order_id") = 1);
ALTER TABLE "payments"
  ADD CONSTRAINT "payments_of_one_at_most" CHECK (num_nonnulls("order_id", "billing_order_id") <= 1);
ALTER TABLE "idempotency_keys"
  ADD CONSTRAINT "idempotency_keys_of_one" CHECK (num_nonnulls("order_id", "billing_order_id") = 1);
ALTER TABLE "refunds"
  ADD CONSTRAINT "refunds_amount" CHECK ("amount" > 0),
  ADD CONSTRAINT "refunds_id" CHECK ("id" ~ '^[A-Za-z0-9]{1,35}$');
ALTER TABLE "billing_orders" ADD CONSTRAINT "billing_orders_amount" CHECK ("amount" > 0);
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount" CHECK ("amount" > 0);

CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Each worker reads only what is still to be done.
CREATE INDEX "refunds_due" ON "refunds" ("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
CREATE INDEX "charges_to_check" ON "charges" ("provider_name", "next_check_at") WHERE "next_check_at" IS NOT NULL;
CREATE INDEX "payment_callbacks_orphans" ON "payment_callbacks" ("received_at") WHERE "outcome" = 'ORPHAN';
CREATE UNIQUE INDEX "charges_provider_reference" ON "charges" ("provider_name", "provider_reference") WHERE "provider_reference" IS NOT NULL;
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("receiver", "next_attempt_at") WHERE "status" = 'PENDING';

-- What an operator looks for among millions that were delivered.
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" ("created_at", "id") WHERE "status" = 'DEAD';

-- Rows change twice and are then history: by the usual measure, a fifth of the table, what is due would drown in dead entries.
ALTER TABLE "webhook_deliveries" SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 20000);
