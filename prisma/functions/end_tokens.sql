-- In the database, so that it also holds for a change by hand.
CREATE OR REPLACE FUNCTION end_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token_version := OLD.token_version + 1;
  RETURN NEW;
END $$;
