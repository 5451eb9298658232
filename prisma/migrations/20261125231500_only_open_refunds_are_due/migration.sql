-- The constraints are validated by the next migration, whose locks let a sale go on.
-- One that FAILED, or that an operator is to make, is never asked for: had it been due, it would have stopped the worker or been sent.
UPDATE "refunds" SET "next_attempt_at" = NULL, "leased_until" = NULL
WHERE "status" IN ('FAILED', 'BY_HAND') AND "next_attempt_at" IS NOT NULL;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_due" CHECK ("status" NOT IN ('FAILED', 'BY_HAND') OR "next_attempt_at" IS NULL) NOT VALID;

-- Only charges of orders are asked about: those of billing orders would have stood before all others.
UPDATE "charges" SET "next_check_at" = NULL WHERE "order_id" IS NULL AND "next_check_at" IS NOT NULL;
ALTER TABLE "charges" ADD CONSTRAINT "charges_checked" CHECK ("order_id" IS NOT NULL OR "next_check_at" IS NULL) NOT VALID;
