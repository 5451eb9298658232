-- expand
-- CreateEnum
CREATE TYPE "bulk_act_kind" AS ENUM ('CANCEL_ORDERS', 'REFUND_ORDERS', 'BLOCK_USERS', 'CONTACT_PRIZE_WINNERS');

-- CreateEnum
CREATE TYPE "bulk_act_state" AS ENUM ('WAITING', 'RUNNING', 'DONE', 'STOPPED');

-- CreateTable
CREATE TABLE "bulk_acts" (
    "id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "kind" "bulk_act_kind" NOT NULL,
    "state" "bulk_act_state" NOT NULL DEFAULT 'WAITING',
    "request_hash" BYTEA,
    "reason" TEXT,
    "force" BOOLEAN NOT NULL DEFAULT false,
    "client_address" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "tried" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "claim" UUID,
    "held_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_acts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_act_items" (
    "bulk_act_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "subject_id" TEXT NOT NULL,
    "problem" JSONB,

    CONSTRAINT "bulk_act_items_pkey" PRIMARY KEY ("bulk_act_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "bulk_acts_request_hash_key" ON "bulk_acts"("request_hash");

-- CreateIndex
CREATE INDEX "bulk_acts_state_held_until_idx" ON "bulk_acts"("state", "held_until");

-- CreateIndex
CREATE INDEX "bulk_acts_ended_at_idx" ON "bulk_acts"("ended_at");

-- CreateIndex
CREATE INDEX "bulk_acts_created_by_idx" ON "bulk_acts"("created_by");

-- AddForeignKey
ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_act_items" ADD CONSTRAINT "bulk_act_items_bulk_act_id_fkey" FOREIGN KEY ("bulk_act_id") REFERENCES "bulk_acts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
