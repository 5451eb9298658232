-- An open box stays open, and a void box cannot be opened.
CREATE OR REPLACE FUNCTION refuse_closing_a_box() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'open boxes of order % stay open, and void boxes stay void and cannot be opened', NEW.order_id
    USING ERRCODE = 'restrict_violation';
END $$;
