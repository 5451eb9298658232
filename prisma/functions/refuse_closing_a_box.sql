-- An open box stays open, and a void box cannot be opened.
CREATE OR REPLACE FUNCTION refuse_closing_a_box() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was opened of order % stays opened, and what is void stays closed and void', NEW.order_id
    USING ERRCODE = 'restrict_violation';
END $$;
