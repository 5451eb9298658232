-- The texts need no language: "10: R$ 4.50 + 1" is ten quotas for that sum and one more, "≥ 100: R$ 0.45 / 1" a price of each quota.
CREATE OR REPLACE FUNCTION enter_promotion_in_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text[] := '{}';
  promotion promotions;
BEGIN
  FOREACH promotion IN ARRAY ARRAY[OLD, NEW] LOOP
    texts := texts || CASE WHEN promotion.id IS NOT NULL THEN
      CASE promotion.kind WHEN 'FROM' THEN '≥ ' ELSE '' END || promotion.quota_quantity || ': R$ '
      || (promotion.price / 100.0)::numeric(14, 2) || CASE promotion.kind WHEN 'FROM' THEN ' / 1' ELSE '' END
      || CASE WHEN promotion.bonus_quotas > 0 THEN ' + ' || promotion.bonus_quotas ELSE '' END
    END;
  END LOOP;
  INSERT INTO timeline_entries (raffle_id, kind, changes)
  SELECT r.id, 'TERMS_CHANGED', jsonb_build_array(jsonb_build_object('term', 'promotions', 'before', texts[1], 'after', texts[2]))
  FROM raffles r WHERE r.id = coalesce(NEW.raffle_id, OLD.raffle_id) AND r.status <> 'DRAFT';
  RETURN NULL;
END $$;
