-- The arguments of the trigger are the columns. Long texts are cut.
CREATE OR REPLACE FUNCTION enter_terms_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  changed jsonb;
BEGIN
  SELECT jsonb_agg(
    jsonb_build_object('term', c.term, 'before', left(before ->> c.term, 200), 'after', left(after ->> c.term, 200)) ORDER BY c.place
  ) INTO changed
  FROM unnest(TG_ARGV) WITH ORDINALITY AS c(term, place) WHERE before -> c.term IS DISTINCT FROM after -> c.term;
  IF changed IS NOT NULL THEN
    INSERT INTO timeline_entries (raffle_id, kind, changes) VALUES (NEW.id, 'TERMS_CHANGED', changed);
  END IF;
  RETURN NULL;
END $$;
