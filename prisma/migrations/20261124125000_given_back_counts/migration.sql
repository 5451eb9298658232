-- Whoever gives quotas back may not take others in their place: the limit of a buyer counts them for ever.
ALTER TABLE "raffle_buyers" ADD COLUMN "given_back" INTEGER NOT NULL DEFAULT 0;
UPDATE "raffle_buyers" b SET "given_back" = o."quotas"
FROM (SELECT "raffle_id", "user_id", sum("quota_quantity") AS "quotas" FROM "orders" WHERE "status" = 'REFUNDED' GROUP BY 1, 2) o
WHERE b."raffle_id" = o."raffle_id" AND b."user_id" = o."user_id";
ALTER TABLE "raffle_buyers" DROP CONSTRAINT "raffle_buyers_not_negative";
ALTER TABLE "raffle_buyers"
  ADD CONSTRAINT "raffle_buyers_not_negative" CHECK ("reserved" >= 0 AND "allocated" >= 0 AND "given_back" >= 0);
