CREATE OR REPLACE FUNCTION mark_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_marks (ledger_block, billing_order_id) SELECT DISTINCT c.id >> 10, c.billing_order_id FROM changed c;
  RETURN NULL;
END $$;
