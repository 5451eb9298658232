-- A new token version ends the user's sessions and login code.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id AND token_version < NEW.token_version;
  DELETE FROM login_codes WHERE phone = OLD.phone;
  RETURN NULL;
END $$;
