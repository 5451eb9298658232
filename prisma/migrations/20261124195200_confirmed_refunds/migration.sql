ALTER TABLE "refunds"
  ADD COLUMN "leased_until" TIMESTAMPTZ(3),
  ADD COLUMN "return_end_to_end_id" TEXT,
  ADD COLUMN "returned_twice_at" TIMESTAMPTZ(3),
  ADD COLUMN "twice_resolved_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "refunds_return_end_to_end_id_key" ON "refunds"("return_end_to_end_id");

-- The report lists those that nobody has resolved.
CREATE INDEX "refunds_returned_twice" ON "refunds" ("returned_twice_at") WHERE "returned_twice_at" IS NOT NULL AND "twice_resolved_at" IS NULL;
