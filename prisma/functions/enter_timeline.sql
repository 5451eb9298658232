CREATE OR REPLACE FUNCTION enter_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timeline_entries (raffle_id, kind) VALUES (NEW.raffle_id, TG_ARGV[0]::timeline_kind);
  RETURN NULL;
END $$;
