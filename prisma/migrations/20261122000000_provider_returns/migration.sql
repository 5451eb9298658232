-- What a provider reports as returned without our asking is counted once, and what an operator returned by hand is known by it: the
-- same money, not other money.

-- AlterEnum
ALTER TYPE "refund_initiator" ADD VALUE 'PROVIDER';

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reported_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "reported_returns" (
    "id" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reported_returns_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "reported_returns" ADD CONSTRAINT "reported_returns_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Which returns were counted before, and which refunds were confirmed by hand.
INSERT INTO "reported_returns" ("id", "payment_id", "amount", "created_at")
SELECT "id", "payment_id", "amount", "created_at" FROM "refunds" WHERE "initiator" = 'BANK';

UPDATE "refunds" f SET "confirmed_at" = f."settled_at"
FROM "audit_log" a WHERE a.subject_type = 'refund' AND a.subject_id = f.id AND a.action = 'confirmRefund' AND f."status" = 'RETURNED';

-- As before, but what the provider reports is recorded whatever the sum is, whoever returned it.
CREATE OR REPLACE FUNCTION guard_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received bigint;
  gone bigint;
BEGIN
  IF NEW.status = 'FAILED' OR NEW.initiator IN ('BANK', 'PROVIDER') THEN
    RETURN NEW;
  END IF;
  SELECT p.amount INTO received FROM payments p WHERE p.id = NEW.payment_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(f.amount), 0) INTO gone FROM refunds f
  WHERE f.payment_id = NEW.payment_id AND f.id <> NEW.id AND f.status <> 'FAILED';
  IF gone + NEW.amount > received THEN
    RAISE EXCEPTION 'refunds of payment % would exceed it: % centavos beside % of %', NEW.payment_id, NEW.amount, gone, received
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NEW;
END $$;
