-- expand
-- CreateEnum
CREATE TYPE "message_kind" AS ENUM ('CODE', 'ORDER_PAID', 'ORDER_EXPIRING', 'ORDER_REFUNDED', 'MONEY_RETURNED', 'DRAW_SOON', 'PRIZE_WON', 'PRIZE_DELIVERED');

-- CreateEnum
CREATE TYPE "message_channel" AS ENUM ('EMAIL', 'WHATSAPP');

-- CreateEnum
CREATE TYPE "message_status" AS ENUM ('PENDING', 'SENT', 'DROPPED', 'DEAD');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "language" TEXT;

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "kind" "message_kind" NOT NULL,
    "channel" "message_channel" NOT NULL,
    "priority" SMALLINT NOT NULL,
    "user_id" UUID,
    "subject" TEXT NOT NULL,
    "sealed" BYTEA,
    "status" "message_status" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "contact_hash" BYTEA,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_opt_outs" (
    "contact_hash" BYTEA NOT NULL,
    "kind" "message_kind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_opt_outs_pkey" PRIMARY KEY ("contact_hash","kind")
);

-- CreateTable
CREATE TABLE "message_texts" (
    "kind" "message_kind" NOT NULL,
    "language" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_texts_pkey" PRIMARY KEY ("kind","language")
);

-- CreateTable
CREATE TABLE "draw_announcements" (
    "raffle_id" UUID NOT NULL,
    "draw_at" TIMESTAMPTZ(3) NOT NULL,
    "up_to" UUID,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "draw_announcements_pkey" PRIMARY KEY ("raffle_id")
);

-- CreateIndex
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");

-- CreateIndex
CREATE INDEX "messages_ended_at_idx" ON "messages"("ended_at");

-- CreateIndex
CREATE INDEX "messages_contact_hash_ended_at_idx" ON "messages"("contact_hash", "ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "messages_kind_subject_user_id_channel_key" ON "messages"("kind", "subject", "user_id", "channel");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draw_announcements" ADD CONSTRAINT "draw_announcements_raffle_id_fkey" FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma knows no partial index and no check.
CREATE INDEX "messages_due" ON "messages"("channel", "priority", "next_attempt_at") WHERE "status" = 'PENDING';
CREATE INDEX "messages_overdue" ON "messages"("ends_at") WHERE "status" = 'PENDING';
ALTER TABLE "messages" ADD CONSTRAINT "messages_end" CHECK (("status" = 'PENDING') = ("ended_at" IS NULL));
ALTER TABLE "messages" ADD CONSTRAINT "messages_sealed" CHECK (("sealed" IS NOT NULL) = ("kind" = 'CODE' AND "status" = 'PENDING'));
