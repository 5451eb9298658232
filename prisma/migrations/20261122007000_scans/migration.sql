-- A list is read with a short overlap often and a long one rarely, and what went back of old payments once a day; what of it cannot be
-- read or settled is set aside and no longer holds up the rest.

-- AlterTable
ALTER TABLE "reconciliations" ADD COLUMN     "next_long_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "next_returns_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "unsettled_entries" (
    "id" UUID NOT NULL,
    "provider_name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "problem" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "unsettled_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "unsettled_entries_provider_name_reference_key" ON "unsettled_entries"("provider_name", "reference");

CREATE INDEX "unsettled_entries_open" ON "unsettled_entries" ("first_seen_at") WHERE "resolved_at" IS NULL;

-- What is not over of refunds is asked for by reports and figures: a small part of all.
CREATE INDEX "refunds_open" ON "refunds" ("status", "created_at") WHERE "status" IN ('PENDING', 'PROCESSING', 'FAILED', 'BY_HAND');
