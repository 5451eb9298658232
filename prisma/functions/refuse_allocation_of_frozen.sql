-- After the freeze no order enters or leaves the draw.
CREATE OR REPLACE FUNCTION refuse_allocation_of_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT n.raffle_id FROM changed n) c JOIN raffles r ON r.id = c.raffle_id WHERE r.frozen_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'the raffle is frozen for its draw: no block of quotas can be added or voided' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
