CREATE OR REPLACE FUNCTION mark_billing_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (billing_order_id) SELECT c.id FROM changed c;
  RETURN NULL;
END $$;
