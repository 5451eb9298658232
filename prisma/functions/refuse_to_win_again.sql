-- A prize is won at most once, and a void prize stays void.
CREATE OR REPLACE FUNCTION refuse_to_win_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quota prize % was won: its winner cannot change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
