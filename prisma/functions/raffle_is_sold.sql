-- Whether anybody ever ordered. An order without a reservation, or one that has ended, can still be paid. The caller holds the counter's
-- lock.
CREATE OR REPLACE FUNCTION raffle_is_sold(p_raffle_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM orders o WHERE o.raffle_id = p_raffle_id)
$$;
