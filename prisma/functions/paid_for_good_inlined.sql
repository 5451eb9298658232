-- What a buyer's last 20 paid orders cost, in centavos, as far as the buyer cannot take it back any more: their raffle has instant prizes
-- or is frozen, or the seven days of withdrawal are over. Each raffle is read once, and only where the days are not over. One row, and a
-- body that the planner puts into the statement that calls it (LATERAL): a call for each order of a batch costs more than the reading.
CREATE OR REPLACE FUNCTION paid_for_good_inlined(p_user_id uuid, p_at timestamptz) RETURNS TABLE (paid bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(v.over + CASE
           WHEN v.recent > 0 AND (SELECT r.frozen_at IS NOT NULL OR (
                                    SELECT c.is_instant FROM raffle_counters c WHERE c.raffle_id = r.id
                                    ORDER BY c.raffle_id, c.sold_in DESC LIMIT 1
                                  ) FROM raffles r WHERE r.id = v.raffle_id)
             THEN v.recent
           ELSE 0
         END), 0)::bigint
  FROM (
    SELECT p.raffle_id, coalesce(sum(p.total_value) FILTER (WHERE p.paid_at <= p_at - interval '7 days'), 0) AS over,
           coalesce(sum(p.total_value) FILTER (WHERE p.paid_at > p_at - interval '7 days'), 0) AS recent
    FROM (
      SELECT o.total_value, o.paid_at, o.raffle_id FROM orders o
      WHERE o.user_id = p_user_id AND o.status = 'PAID' ORDER BY o.id DESC NULLS LAST LIMIT 20
    ) p GROUP BY p.raffle_id
  ) v
$$;
