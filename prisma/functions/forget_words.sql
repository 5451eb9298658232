-- Details of an audit entry without what somebody wrote in their own words. What was done stays.
CREATE OR REPLACE FUNCTION forget_words(details jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT details || coalesce(jsonb_object_agg(k.key, 'null'::jsonb), '{}')
  FROM jsonb_object_keys(details) k(key) WHERE k.key IN ('reason', 'note', 'evidence')
$$;
