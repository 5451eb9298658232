-- An opened box stays opened, and a void one is not opened.
CREATE OR REPLACE FUNCTION refuse_closing_a_box() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was opened of order % stays opened, and what is void stays closed and void', NEW.order_id
    USING ERRCODE = 'restrict_violation';
END $$;
