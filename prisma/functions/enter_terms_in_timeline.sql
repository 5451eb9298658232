-- The arguments of the trigger are the columns. Of long texts 200 characters are shown, from shortly before the first difference on.
CREATE OR REPLACE FUNCTION enter_terms_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  changed jsonb;
BEGIN
  SELECT jsonb_agg(
    jsonb_build_object('term', c.term, 'before', substr(before ->> c.term, d.shown_from, 200),
                       'after', substr(after ->> c.term, d.shown_from, 200)) ORDER BY c.place
  ) INTO changed
  FROM unnest(TG_ARGV) WITH ORDINALITY AS c(term, place)
  CROSS JOIN LATERAL (SELECT greatest(1, common_prefix(before ->> c.term, after ->> c.term) - 40)) AS d(shown_from)
  WHERE before -> c.term IS DISTINCT FROM after -> c.term;
  IF changed IS NOT NULL THEN
    INSERT INTO timeline_entries (raffle_id, kind, changes) VALUES (NEW.id, 'TERMS_CHANGED', changed);
  END IF;
  RETURN NULL;
END $$;
