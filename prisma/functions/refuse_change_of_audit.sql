-- The audit log is append-only, but for the free text about a buyer who was deleted, or about what that buyer ordered, paid and won: it may
-- say who that was.
CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buyer uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details' AND NEW.details = forget_words(OLD.details) THEN
    CASE OLD.subject_type
      WHEN 'user' THEN
        buyer := OLD.subject_id::uuid;
      WHEN 'order' THEN
        SELECT o.user_id INTO buyer FROM orders o WHERE o.id = OLD.subject_id::bigint;
      WHEN 'wonPrize' THEN
        SELECT o.user_id INTO buyer FROM won_prizes w JOIN orders o ON o.id = w.order_id WHERE w.id = OLD.subject_id::uuid;
      WHEN 'payment' THEN
        SELECT o.user_id INTO buyer FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = OLD.subject_id::uuid;
      WHEN 'latePayment' THEN
        SELECT o.user_id INTO buyer FROM late_payments l JOIN payments p ON p.id = l.payment_id JOIN orders o ON o.id = p.order_id
        WHERE l.id = OLD.subject_id::uuid;
      WHEN 'refund' THEN
        SELECT o.user_id INTO buyer FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN orders o ON o.id = p.order_id
        WHERE f.id = OLD.subject_id;
      ELSE
    END CASE;
    IF EXISTS (SELECT FROM users u WHERE u.id = buyer AND u.role = 'USER' AND u.deleted_at IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
