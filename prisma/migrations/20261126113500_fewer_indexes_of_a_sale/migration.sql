-- A sale writes each index of its rows, so what nothing needs goes away. Build the new indexes beforehand under these names where one or
-- two seconds per million rows are too long: they are then left as they are.

-- Both begin with the raffle and the status: `orders_raffle_id_status_created_at_id_idx` serves what this one did.
DROP INDEX "orders_raffle_id_status_id_idx";

-- Payments of orders are found by the txid of their charge. Only those of unknown references are found by their own.
CREATE INDEX IF NOT EXISTS "payments_unknown_txid" ON "payments" ("txid") WHERE "order_id" IS NULL AND "billing_order_id" IS NULL;
DROP INDEX "payments_txid_idx";

-- Without the rows of orders, which have none.
CREATE INDEX IF NOT EXISTS "payments_of_billing_orders" ON "payments" ("billing_order_id") WHERE "billing_order_id" IS NOT NULL;
DROP INDEX "payments_billing_order_id_idx";
CREATE UNIQUE INDEX IF NOT EXISTS "charges_of_billing_orders" ON "charges" ("billing_order_id") WHERE "billing_order_id" IS NOT NULL;
DROP INDEX "charges_billing_order_id_key";

-- Buyers who are equal also in the millisecond are few: they are sorted when they are read.
CREATE INDEX IF NOT EXISTS "raffle_buyers_by_quotas" ON "raffle_buyers" ("raffle_id", "allocated" DESC, "reached_at") WHERE "allocated" > 0;
DROP INDEX "raffle_buyers_by_quotas_idx";
CREATE INDEX IF NOT EXISTS "raffle_buyers_by_value" ON "raffle_buyers" ("raffle_id", "paid_value" DESC, "reached_at") WHERE "paid_value" > 0;
DROP INDEX "raffle_buyers_by_value_idx";
CREATE INDEX IF NOT EXISTS "buyer_days_raffle_id_day_quotas_reached_at_idx" ON "buyer_days" ("raffle_id", "day", "quotas" DESC, "reached_at");
DROP INDEX "buyer_days_raffle_id_day_quotas_reached_at_user_id_idx";
CREATE INDEX IF NOT EXISTS "buyer_days_raffle_id_day_value_reached_at_idx" ON "buyer_days" ("raffle_id", "day", "value" DESC, "reached_at");
DROP INDEX "buyer_days_raffle_id_day_value_reached_at_user_id_idx";
