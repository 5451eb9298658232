-- Whether a quota is reserved or was ever paid: `allocated` never decreases. The caller holds the counter's lock.
CREATE OR REPLACE FUNCTION raffle_is_sold(p_raffle_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM raffle_counters c WHERE c.raffle_id = p_raffle_id AND c.reserved + c.allocated > 0)
$$;
