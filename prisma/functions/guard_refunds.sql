-- Refunds that have not failed never exceed their payment. The lock on the payment makes concurrent refunds wait for each other. Money that
-- a bank or provider took is recorded in any case, because it is already gone. So is a change of a counted refund that does not grow.
CREATE OR REPLACE FUNCTION guard_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received bigint;
  gone bigint;
BEGIN
  IF NEW.status = 'FAILED' OR NEW.initiator IN ('BANK', 'PROVIDER') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'FAILED' AND NEW.payment_id = OLD.payment_id AND NEW.amount <= OLD.amount THEN
      RETURN NEW;
    END IF;
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
