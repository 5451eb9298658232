CREATE OR REPLACE FUNCTION mark_billing_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nothing can disagree with a new one that nobody has paid.
  INSERT INTO book_marks (billing_order_id) SELECT c.id FROM changed c WHERE TG_OP <> 'INSERT' OR c.status <> 'PENDING';
  RETURN NULL;
END $$;
