CREATE OR REPLACE FUNCTION enter_prize_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timeline_entries (raffle_id, kind, prize_id) VALUES (NEW.raffle_id, 'PRIZE_SENT_TO_CLOSE', NEW.prize_id);
  RETURN NULL;
END $$;
