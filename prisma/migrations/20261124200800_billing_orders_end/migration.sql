-- When somebody cancelled it. Null for one that expired: a payment made in its time still pays that.
ALTER TABLE "billing_orders" ADD COLUMN "cancelled_at" TIMESTAMPTZ(6);
ALTER TABLE "billing_orders" ADD CONSTRAINT "billing_orders_cancelled" CHECK ("cancelled_at" IS NULL OR "status" = 'CANCELLED');
-- The report no longer counts unpaid ones.
DROP INDEX "billing_orders_unpaid";
CREATE INDEX "billing_orders_unpaid" ON "billing_orders" ("expiration_at") WHERE "status" = 'PENDING';
-- A round of the books passes over those without money.
CREATE INDEX "billing_orders_with_money" ON "billing_orders" ("number") WHERE "status" IN ('PAID', 'PROCESSING', 'REFUNDED');
CREATE INDEX "billing_orders_client_id_status_number_idx" ON "billing_orders" ("client_id", "status", "number");
