ALTER TYPE "commission_entry_type" ADD VALUE 'RESTORED';

ALTER TABLE "orders" ADD COLUMN "commission_basis_points" INTEGER;

CREATE TABLE "pending_commissions" (
  "referrer_id" UUID NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "amount" BIGINT NOT NULL,
  CONSTRAINT "pending_commissions_pkey" PRIMARY KEY ("referrer_id", "hour"),
  CONSTRAINT "pending_commissions_amount_check" CHECK ("amount" >= 0),
  CONSTRAINT "pending_commissions_referrer_id_fkey"
    FOREIGN KEY ("referrer_id") REFERENCES "referrers"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "pending_commissions_hour_idx" ON "pending_commissions"("hour");

-- An order earns once. Refunds move its commission any number of times.
DROP INDEX "commission_entries_order_id_type_key";
CREATE UNIQUE INDEX "commission_entries_accrued_once" ON "commission_entries"("order_id") WHERE "type" = 'ACCRUED';
CREATE INDEX "commission_entries_order_id_idx" ON "commission_entries"("order_id");
