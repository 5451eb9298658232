-- What users earn by referring buyers: accrued when an order is paid, reversed when it is refunded, paid out by an operator. The entries say
-- what happened, the referrer's row what it comes to, and the database that the two agree in themselves.
ALTER TABLE "raffles" ADD COLUMN "commission_basis_points" INTEGER,
  ADD CONSTRAINT "raffles_commission_basis_points_check" CHECK ("commission_basis_points" BETWEEN 1 AND 10000);

CREATE TYPE "commission_entry_type" AS ENUM ('ACCRUED', 'REVERSED', 'PAID_OUT');

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
ALTER TABLE "referrers" ADD CONSTRAINT "referrers_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
-- An order earns once and is taken back once; a payout that is asked for again is the one that was.
CREATE UNIQUE INDEX "commission_entries_order_id_type_key" ON "commission_entries"("order_id", "type");
CREATE UNIQUE INDEX "commission_entries_referrer_id_reference_key" ON "commission_entries"("referrer_id", "reference");
-- In an order of its own (ids are never null), by which a statement names it: the primary key's would be walked in the hope of meeting one's own.
CREATE INDEX "commission_entries_referrer_id_id_idx" ON "commission_entries"("referrer_id", "id" NULLS FIRST);
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_referrer_id_fkey"
  FOREIGN KEY ("referrer_id") REFERENCES "referrers"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
