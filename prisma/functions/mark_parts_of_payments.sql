CREATE OR REPLACE FUNCTION mark_parts_of_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (payment_id) SELECT DISTINCT c.payment_id FROM changed c;
  RETURN NULL;
END $$;
