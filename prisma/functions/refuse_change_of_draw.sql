CREATE OR REPLACE FUNCTION refuse_change_of_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is written of the draw of raffle % stays', OLD.raffle_id USING ERRCODE = 'restrict_violation';
END $$;
