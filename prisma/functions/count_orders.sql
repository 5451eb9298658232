-- Counts the sales metrics in the transaction that changes orders.
CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves order_move[];
  zone text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    moves := ARRAY(
      SELECT (1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_after
    );
  ELSE
    moves := ARRAY(
      SELECT (1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_after
      UNION ALL
      SELECT (-1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_before
    );
  END IF;

  INSERT INTO order_totals AS t (raffle_id, status, orders, quotas, value)
  SELECT m.raffle_id, m.status, sum(m.sign), sum(m.sign * m.quotas), sum(m.sign * m.value)
  FROM unnest(moves) m GROUP BY m.raffle_id, m.status
  HAVING sum(m.sign) <> 0 OR sum(m.sign * m.quotas) <> 0 OR sum(m.sign * m.value) <> 0
  ON CONFLICT (raffle_id, status) DO UPDATE
  SET orders = t.orders + excluded.orders, quotas = t.quotas + excluded.quotas, value = t.value + excluded.value;

  IF NOT EXISTS (SELECT FROM unnest(moves) m WHERE m.status = 'PAID') THEN
    RETURN NULL;
  END IF;
  -- A missing calendar must not fail a payment.
  zone := coalesce((SELECT c.time_zone FROM business_calendar c), 'America/Sao_Paulo');

  INSERT INTO sales_hours AS h (raffle_id, hour, orders, quotas, revenue)
  SELECT m.raffle_id, date_trunc('hour', m.paid_at AT TIME ZONE zone), sum(m.sign), sum(m.sign * m.quotas), sum(m.sign * m.value)
  FROM unnest(moves) m WHERE m.status = 'PAID' AND m.paid_at IS NOT NULL GROUP BY 1, 2
  HAVING sum(m.sign) <> 0 OR sum(m.sign * m.quotas) <> 0 OR sum(m.sign * m.value) <> 0
  ON CONFLICT (raffle_id, hour) DO UPDATE
  SET orders = h.orders + excluded.orders, quotas = h.quotas + excluded.quotas, revenue = h.revenue + excluded.revenue;

  INSERT INTO buyer_days AS b (raffle_id, day, user_id, orders, quotas, value, reached_at)
  SELECT m.raffle_id, (m.paid_at AT TIME ZONE zone)::date, m.user_id, sum(m.sign), sum(m.sign * m.quotas), sum(m.sign * m.value),
         max(m.paid_at)
  FROM unnest(moves) m WHERE m.status = 'PAID' AND m.paid_at IS NOT NULL GROUP BY 1, 2, 3
  HAVING sum(m.sign) <> 0 OR sum(m.sign * m.quotas) <> 0 OR sum(m.sign * m.value) <> 0
  ON CONFLICT (raffle_id, day, user_id) DO UPDATE
  SET orders = b.orders + excluded.orders, quotas = b.quotas + excluded.quotas, value = b.value + excluded.value,
      reached_at = greatest(b.reached_at, excluded.reached_at);
  RETURN NULL;
END $$;
