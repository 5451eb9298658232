-- In the database, so that changes by hand end tokens too.
CREATE OR REPLACE FUNCTION end_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token_version := OLD.token_version + 1;
  RETURN NEW;
END $$;
