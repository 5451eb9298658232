-- The freeze closes the sale with an entry of its own. Refunds and resale may sell a raffle out many times: the first one counts.
CREATE OR REPLACE FUNCTION enter_status_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before raffle_status := CASE WHEN TG_OP = 'UPDATE' THEN OLD.status ELSE 'DRAFT' END;
  entered timeline_kind := CASE
    WHEN NEW.status IN ('DRAWN', 'CANCELLED') THEN NEW.status::text
    WHEN NEW.status = 'DRAFT' THEN 'WITHDRAWN'
    WHEN before = 'DRAFT' THEN 'PUBLISHED'
    WHEN NEW.status = 'CLOSED' AND NEW.frozen_at IS NULL THEN 'SALE_CLOSED'
    WHEN NEW.status = 'OPEN' AND before = 'CLOSED' THEN 'SALE_REOPENED'
    WHEN NEW.status = 'SOLD_OUT' AND NOT EXISTS (
      SELECT FROM timeline_entries e WHERE e.raffle_id = NEW.id AND e.kind = 'SOLD_OUT'
    ) THEN 'SOLD_OUT'
  END;
BEGIN
  IF entered IS NOT NULL THEN
    INSERT INTO timeline_entries (raffle_id, kind) VALUES (NEW.id, entered);
  END IF;
  RETURN NULL;
END $$;
