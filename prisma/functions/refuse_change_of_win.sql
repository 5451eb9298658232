-- Who won what never changes, only what became of the prize; one that went back to the close is over.
CREATE OR REPLACE FUNCTION refuse_change_of_win() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the won prize % stays as it was won', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
