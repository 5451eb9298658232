-- expand
-- CreateEnum
CREATE TYPE "export_state" AS ENUM ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED');

-- CreateEnum
CREATE TYPE "export_frequency" AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY');

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "schedule_id" UUID,
    "request_hash" BYTEA,
    "raffle_id" UUID,
    "status" "order_status",
    "placed_from" TIMESTAMPTZ(3),
    "placed_to" TIMESTAMPTZ(3) NOT NULL,
    "is_english" BOOLEAN NOT NULL,
    "state" "export_state" NOT NULL DEFAULT 'WAITING',
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rows_total" INTEGER,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "last_created_at" TIMESTAMPTZ(3),
    "last_id" BIGINT,
    "claim" UUID,
    "held_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_parts" (
    "id" UUID NOT NULL,
    "export_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "export_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_schedules" (
    "id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "raffle_id" UUID,
    "status" "order_status",
    "is_english" BOOLEAN NOT NULL,
    "only_new" BOOLEAN NOT NULL,
    "frequency" "export_frequency" NOT NULL,
    "day" INTEGER,
    "hour" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "covered_to" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "export_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "exports_request_hash_key" ON "exports"("request_hash");

-- CreateIndex
CREATE INDEX "exports_state_held_until_idx" ON "exports"("state", "held_until");

-- CreateIndex
CREATE INDEX "exports_ended_at_idx" ON "exports"("ended_at");

-- CreateIndex
CREATE INDEX "exports_created_by_idx" ON "exports"("created_by");

-- CreateIndex
CREATE INDEX "exports_raffle_id_idx" ON "exports"("raffle_id");

-- CreateIndex
CREATE INDEX "exports_schedule_id_idx" ON "exports"("schedule_id");

-- CreateIndex
CREATE UNIQUE INDEX "export_parts_export_id_part_key" ON "export_parts"("export_id", "part");

-- CreateIndex
CREATE INDEX "export_schedules_next_at_idx" ON "export_schedules"("next_at");

-- CreateIndex
CREATE INDEX "export_schedules_created_by_idx" ON "export_schedules"("created_by");

-- CreateIndex
CREATE INDEX "export_schedules_raffle_id_idx" ON "export_schedules"("raffle_id");

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "export_schedules"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
