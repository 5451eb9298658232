CREATE OR REPLACE FUNCTION refuse_combo_rule_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(NEW.id) THEN
    RAISE EXCEPTION 'the combo rule of raffle % cannot change after the first sale', NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
