-- Money goes back once, and the database sees to it: a retry names the refund that it asks for again, and what is on its way back or
-- returned of a payment never exceeds it.

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "retry_of" TEXT;

-- Retries that were made before are known from the audit log; the first of each counts as the retry.
UPDATE "refunds" f SET "retry_of" = a.subject_id
FROM (
  SELECT DISTINCT ON (subject_id) subject_id, details ->> 'retryId' AS retry_id FROM "audit_log"
  WHERE action = 'retryRefund' ORDER BY subject_id, id
) a
WHERE f.id = a.retry_id;

-- CreateIndex
CREATE UNIQUE INDEX "refunds_retry_of_key" ON "refunds"("retry_of");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_retry_of_fkey" FOREIGN KEY ("retry_of") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What of a payment is returned or on its way may not exceed it. Its row is locked first, so that two who write at once are summed one
-- after the other. What the banks took back is recorded whatever the sum is: it has happened, and the report on the books tells.
CREATE FUNCTION guard_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received bigint;
  gone bigint;
BEGIN
  IF NEW.status = 'FAILED' OR NEW.initiator = 'BANK' THEN
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

CREATE TRIGGER "refunds_within_payment" BEFORE INSERT OR UPDATE OF "amount", "status" ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION guard_refunds();
