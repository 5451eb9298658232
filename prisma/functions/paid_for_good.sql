-- What a buyer's last 20 paid orders cost, in centavos, as far as the buyer cannot take it back any more: their raffle has instant prizes
-- or is frozen, or the seven days of withdrawal are over. The raffle is read only where the days are not over.
CREATE OR REPLACE FUNCTION paid_for_good(p_user_id uuid, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(p.total_value) FILTER (WHERE CASE
             WHEN p.paid_at <= p_at - interval '7 days' THEN true
             ELSE (SELECT c.is_instant OR r.frozen_at IS NOT NULL
                   FROM raffle_counters c JOIN raffles r ON r.id = c.raffle_id WHERE c.raffle_id = p.raffle_id)
           END), 0)
    FROM (
      SELECT o.total_value, o.paid_at, o.raffle_id FROM orders o
      WHERE o.user_id = p_user_id AND o.status = 'PAID' ORDER BY o.id DESC NULLS LAST LIMIT 20
    ) p
  );
END
$$;
