-- The late part of a payment never exceeds its amount.
CREATE OR REPLACE FUNCTION guard_late_payments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM after_rows n JOIN payments p ON p.id = n.payment_id WHERE n.amount > p.amount) THEN
    RAISE EXCEPTION 'the late part of a payment exceeds its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'late_within_payment';
  END IF;
  RETURN NULL;
END $$;
