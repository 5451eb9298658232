CREATE OR REPLACE FUNCTION mark_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block, billing_order_id, payment_id)
  SELECT DISTINCT c.order_id >> 10, c.billing_order_id, CASE WHEN c.order_id IS NULL AND c.billing_order_id IS NULL THEN c.id END
  FROM changed c;
  RETURN NULL;
END $$;
