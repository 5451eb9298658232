-- What was received is held for a paid order, late, or gone: the database sees to it as it does to overselling. An order becomes PAID
-- only when the payments for it, less their late parts, are its total, and no payment is late beyond its amount. Payments are written
-- before the order moves, in the same transaction.
--
-- The plan is made once a connection, perhaps on empty tables: so that it is right on full ones, nothing is read but by index.
CREATE FUNCTION guard_paid_orders() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  broken record;
BEGIN
  SELECT n.id, n.total_value, m.applied INTO broken
  FROM after_rows n JOIN before_rows b ON b.id = n.id CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount - coalesce(l.amount, 0)), 0) AS applied
    FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id WHERE p.order_id = n.id
  ) m
  WHERE n.status = 'PAID' AND b.status <> 'PAID' AND m.applied <> n.total_value
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % of % centavos is not paid by %', broken.id, broken.total_value, broken.applied
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_paid_in_full';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "orders_paid_in_full" AFTER UPDATE ON "orders"
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION guard_paid_orders();

CREATE FUNCTION guard_late_payments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM after_rows n JOIN payments p ON p.id = n.payment_id WHERE n.amount > p.amount) THEN
    RAISE EXCEPTION 'a payment is late beyond its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'late_within_payment';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "late_within_payment" AFTER INSERT ON "late_payments"
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION guard_late_payments();
