-- A new charge or block of quotas needs no mark: its order is written in the same transaction.
CREATE OR REPLACE FUNCTION mark_parts_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block) SELECT DISTINCT c.order_id >> 10 FROM changed c WHERE c.order_id IS NOT NULL;
  RETURN NULL;
END $$;
