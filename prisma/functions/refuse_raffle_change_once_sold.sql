CREATE OR REPLACE FUNCTION refuse_raffle_change_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(NEW.id) THEN
    RAISE EXCEPTION 'quantity, price, draw mode, secret and term of prizes of raffle % cannot change after the first sale', NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
