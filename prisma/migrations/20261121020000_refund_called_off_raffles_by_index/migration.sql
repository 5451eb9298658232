-- Which raffles have paid orders to refund is kept, not looked for: the worker walked all orders of all called-off raffles each time.

-- AlterTable
ALTER TABLE "raffles" ADD COLUMN     "refunded_up_to" BIGINT;

UPDATE "raffles" SET "refunded_up_to" = 0 WHERE "status" = 'CANCELLED';

CREATE INDEX "raffles_to_refund" ON "raffles" ("id") WHERE "refunded_up_to" IS NOT NULL;
