-- The hash of the version before, and of the new one.
CREATE OR REPLACE FUNCTION enter_regulation_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timeline_entries (raffle_id, kind, changes)
  SELECT NEW.raffle_id, 'TERMS_CHANGED',
         jsonb_build_array(jsonb_build_object('term', 'regulation', 'before', encode(b.hash, 'hex'), 'after', encode(NEW.hash, 'hex')))
  FROM raffle_regulations b WHERE b.raffle_id = NEW.raffle_id AND b.version = NEW.version - 1;
  RETURN NULL;
END $$;
