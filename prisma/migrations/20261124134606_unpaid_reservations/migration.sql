-- CreateEnum
CREATE TYPE "order_reservation" AS ENUM ('RESERVED', 'AT_PAYMENT');

-- AlterEnum
ALTER TYPE "late_payment_reason" ADD VALUE 'SOLD_OUT';

-- AlterEnum
ALTER TYPE "refund_initiator" ADD VALUE 'SERVICE';

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "reservation" "order_reservation" NOT NULL DEFAULT 'RESERVED',
ADD COLUMN     "unproven" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "raffle_counters" ADD COLUMN     "unproven" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "book_sums" ADD COLUMN     "unproven" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "book_totals" ADD COLUMN     "unproven" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "raffles" ADD COLUMN     "unproven_share" INTEGER NOT NULL DEFAULT 20;

ALTER TABLE "raffles" ADD CONSTRAINT "raffles_unproven_share_check" CHECK ("unproven_share" BETWEEN 0 AND 100);
ALTER TABLE "raffle_counters" ADD CONSTRAINT "raffle_counters_unproven_check" CHECK ("unproven" BETWEEN 0 AND "reserved");
ALTER TABLE "orders" ADD CONSTRAINT "orders_unproven_check" CHECK (NOT "unproven" OR "reservation" = 'RESERVED');
-- The newest give way first to an order that is paid.
CREATE INDEX "orders_unproven" ON "orders" ("raffle_id", "id") WHERE "unproven" AND "status" = 'PENDING';
