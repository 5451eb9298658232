CREATE OR REPLACE FUNCTION refuse_change_of_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'written values of the draw of raffle % cannot change', OLD.raffle_id USING ERRCODE = 'restrict_violation';
END $$;
