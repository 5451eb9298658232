-- A new token version ends the user's sessions and codes: the login code only of a phone that the user proved. A stranger who only typed the
-- phone must not end the code of the person who has it.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id AND token_version < NEW.token_version;
  DELETE FROM contact_codes WHERE user_id = NEW.id;
  DELETE FROM login_codes WHERE phone = OLD.phone AND OLD.phone_proved_at IS NOT NULL;
  RETURN NULL;
END $$;
