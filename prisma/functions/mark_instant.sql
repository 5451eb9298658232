-- What the raffle published before its first sale decides whether its blocks wait for a round. The caller holds the counter's lock.
CREATE OR REPLACE FUNCTION mark_instant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  instant boolean := NEW.boxes_hash IS NOT NULL OR NEW.quota_prizes_hash IS NOT NULL;
BEGIN
  UPDATE raffle_counters SET is_instant = instant WHERE raffle_id = NEW.raffle_id;
  IF instant THEN
    INSERT INTO raffle_instants (raffle_id) VALUES (NEW.raffle_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
