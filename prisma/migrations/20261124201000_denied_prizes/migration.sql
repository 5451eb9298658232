-- A prize of an order whose money a bank took back after the freeze is denied by an operator.
ALTER TYPE "won_prize_state" ADD VALUE 'DENIED' BEFORE 'RETURNED_TO_CLOSE';

ALTER TABLE "won_prizes" ADD COLUMN "denied_at" TIMESTAMPTZ(3);
-- As text: a new value cannot be used in the transaction that adds it.
ALTER TABLE "won_prizes" ADD CONSTRAINT "won_prizes_denied_check" CHECK (
  ("state"::text = 'DENIED') = ("denied_at" IS NOT NULL AND "returned_at" IS NULL)
);
