-- Marks the blocks of 1,024 orders that a statement changed, for the check of the books. Marks have no unique index and are never
-- updated, so transactions do not wait for each other.
CREATE OR REPLACE FUNCTION mark_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (order_block) SELECT DISTINCT c.id >> 10 FROM changed c;
  RETURN NULL;
END $$;
