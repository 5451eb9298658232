-- The books are checked once and stay checked: what changed since is marked and checked again, and a slow round goes through all of it.

-- CreateEnum
CREATE TYPE "book_kind" AS ENUM ('ORDERS', 'LEDGER', 'BILLING_ORDERS', 'UNKNOWN_PAYMENTS', 'BUYERS', 'COUNTERS');

-- CreateTable
CREATE TABLE "book_marks" (
    "order_block" BIGINT,
    "ledger_block" BIGINT,
    "billing_order_id" UUID,
    "payment_id" UUID,
    "marked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "book_blocks_due" (
    "kind" "book_kind" NOT NULL,
    "block" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "book_blocks_due_pkey" PRIMARY KEY ("kind","block")
);

-- CreateTable
CREATE TABLE "book_sums" (
    "kind" "book_kind" NOT NULL,
    "block" BIGINT NOT NULL,
    "owner_id" UUID NOT NULL,
    "reserved" BIGINT NOT NULL,
    "allocated" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "book_sums_pkey" PRIMARY KEY ("kind","block","owner_id")
);

-- CreateTable
CREATE TABLE "book_totals" (
    "owner_id" UUID NOT NULL,
    "reserved" BIGINT NOT NULL,
    "allocated" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "book_totals_pkey" PRIMARY KEY ("owner_id")
);

-- CreateTable
CREATE TABLE "book_disagreements" (
    "rule" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "book_kind" NOT NULL,
    "block" BIGINT NOT NULL,
    "detail" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_disagreements_pkey" PRIMARY KEY ("rule","id")
);

-- CreateTable
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

-- CreateIndex
CREATE INDEX "book_blocks_due_since_idx" ON "book_blocks_due"("since");

-- CreateIndex
CREATE INDEX "book_disagreements_kind_block_idx" ON "book_disagreements"("kind", "block");

-- CreateIndex
CREATE INDEX "book_disagreements_checked_at_idx" ON "book_disagreements"("checked_at");

INSERT INTO "book_checks" ("id") VALUES (1);

-- Marks come and go with every sale: what is taken is cleared away soon, and its room used again. Nobody waits for the table to be cut.
ALTER TABLE "book_marks" SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_threshold = 1000000, vacuum_truncate = off
);

-- Payments whose reference is nobody's are few among millions. Where building it stops payments for too long, build it before, as
-- 20261122040000_lists_by_index says.
CREATE INDEX IF NOT EXISTS "payments_unknown" ON "payments" ("id") WHERE "order_id" IS NULL AND "billing_order_id" IS NULL;

-- Legacy clients' charges that may still be paid, of which the report counts each.
CREATE INDEX IF NOT EXISTS "billing_orders_unpaid" ON "billing_orders" ("id") WHERE "status" IN ('PENDING', 'PROCESSING');

-- What a statement touched is marked by it, in its own transaction, whoever sends it: a mark for each block of 1,024 orders, not for
-- each order, since a batch is of one or two. The table has no unique index and nothing in it is ever updated, so that no two
-- transactions wait for each other there. An order's charge is written with it, and its block of numbers when it becomes PAID: that
-- is marked already. Where only an operator's hand may have been, the round finds it.
CREATE FUNCTION mark_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block) SELECT DISTINCT c.id >> 10 FROM changed c;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_parts_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block) SELECT DISTINCT c.order_id >> 10 FROM changed c WHERE c.order_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block, billing_order_id, payment_id)
  SELECT DISTINCT c.order_id >> 10, c.billing_order_id, CASE WHEN c.order_id IS NULL AND c.billing_order_id IS NULL THEN c.id END
  FROM changed c;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_parts_of_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (payment_id) SELECT DISTINCT c.payment_id FROM changed c;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_billing_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (billing_order_id) SELECT c.id FROM changed c;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (ledger_block, billing_order_id) SELECT DISTINCT c.id >> 10, c.billing_order_id FROM changed c;
  RETURN NULL;
END $$;

CREATE TRIGGER "orders_marked_when_inserted" AFTER INSERT ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "orders_marked_when_updated" AFTER UPDATE ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "orders_marked_when_deleted" AFTER DELETE ON "orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_orders();
CREATE TRIGGER "charges_marked_when_updated" AFTER UPDATE ON "charges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "charges_marked_when_deleted" AFTER DELETE ON "charges"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_marked_when_updated" AFTER UPDATE ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_marked_as_they_were" AFTER UPDATE ON "quota_allocations"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "quota_allocations_marked_when_deleted" AFTER DELETE ON "quota_allocations"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_orders();
CREATE TRIGGER "payments_marked_when_inserted" AFTER INSERT ON "payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_when_updated" AFTER UPDATE ON "payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_as_they_were" AFTER UPDATE ON "payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "payments_marked_when_deleted" AFTER DELETE ON "payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_payments();
CREATE TRIGGER "late_payments_marked_when_inserted" AFTER INSERT ON "late_payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "late_payments_marked_when_updated" AFTER UPDATE ON "late_payments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "late_payments_marked_when_deleted" AFTER DELETE ON "late_payments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "refunds_marked_when_inserted" AFTER INSERT ON "refunds"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "refunds_marked_when_updated" AFTER UPDATE ON "refunds"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "refunds_marked_when_deleted" AFTER DELETE ON "refunds"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_parts_of_payments();
CREATE TRIGGER "billing_orders_marked_when_inserted" AFTER INSERT ON "billing_orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "billing_orders_marked_when_updated" AFTER UPDATE ON "billing_orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "billing_orders_marked_when_deleted" AFTER DELETE ON "billing_orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_billing_orders();
CREATE TRIGGER "ledger_entries_marked_when_inserted" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_ledger_entries();
