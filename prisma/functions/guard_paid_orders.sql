-- An order becomes PAID only when its payments, less their late parts, are its total. Payments are written before the order, in the same
-- transaction. Each connection plans once, perhaps on empty tables. Without sequential scans the plan is also right for full tables.
CREATE OR REPLACE FUNCTION guard_paid_orders() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
