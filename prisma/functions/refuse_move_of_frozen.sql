-- A frozen raffle must be drawn, and its announced time stays. It can be cancelled only when its draw is seven days overdue.
CREATE OR REPLACE FUNCTION refuse_move_of_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status AND NEW.frozen_at = OLD.frozen_at AND NEW.draw_at IS NOT DISTINCT FROM OLD.draw_at
    OR NEW.frozen_at = OLD.frozen_at AND (OLD.status, NEW.status) IN (('CLOSED', 'DRAWN'), ('DRAWN', 'FINISHED'))
    OR NEW.status = 'CANCELLED' AND OLD.status = 'CLOSED' AND greatest(OLD.frozen_at, (SELECT d.due_at FROM draws d WHERE d.raffle_id = OLD.id)) < now() - interval '7 days'
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'raffle % is frozen for its draw', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
