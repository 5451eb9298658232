-- What the raffle published before its first sale decides whether its blocks wait for a round. The caller holds the counter's lock.
CREATE OR REPLACE FUNCTION mark_instant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE raffle_counters SET is_instant = NEW.boxes_hash IS NOT NULL OR NEW.quota_prizes_hash IS NOT NULL WHERE raffle_id = NEW.raffle_id;
  RETURN NULL;
END $$;
