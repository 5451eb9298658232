-- After the first leaf of the raffle's book, prizes cannot change either, even if no order was paid: the book is public.
CREATE OR REPLACE FUNCTION refuse_change_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(coalesce(NEW.raffle_id, OLD.raffle_id)) OR TG_TABLE_NAME <> 'raffle_prizes' AND EXISTS (
    SELECT FROM raffle_counters c WHERE c.raffle_id = coalesce(NEW.raffle_id, OLD.raffle_id) AND c.leaves > 0
  )
  THEN
    RAISE EXCEPTION '% of raffle % cannot change after the first sale', TG_TABLE_NAME, coalesce(NEW.raffle_id, OLD.raffle_id)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
