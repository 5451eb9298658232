-- After the first entry of the prize log, prizes cannot change either, even if no order was paid: the log is public and refers to them.
CREATE OR REPLACE FUNCTION refuse_change_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(coalesce(NEW.raffle_id, OLD.raffle_id))
    OR TG_TABLE_NAME <> 'raffle_prizes' AND EXISTS (SELECT FROM prize_log l WHERE l.raffle_id = coalesce(NEW.raffle_id, OLD.raffle_id))
  THEN
    RAISE EXCEPTION '% of raffle % cannot change after the first sale', TG_TABLE_NAME, coalesce(NEW.raffle_id, OLD.raffle_id)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
