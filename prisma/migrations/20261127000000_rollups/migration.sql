-- What metrics are read from, so that none of them reads orders. It is counted where orders change, whoever changes them: by a trigger,
-- in the transaction of the sale. All rows of a raffle are written under the lock on its counter, so nobody waits for them. Nor do they
-- look up the raffle and the buyer: the orders they come from have, and keep both from being deleted.

-- The time zone whose days and hours are counted. One row.
CREATE TABLE "business_calendar" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "time_zone" TEXT NOT NULL,
    CONSTRAINT "business_calendar_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "business_calendar_id_check" CHECK ("id"),
    -- A name that this server does not know is refused here, and not with the next payment.
    CONSTRAINT "business_calendar_time_zone_check" CHECK ((timestamptz 'epoch' AT TIME ZONE "time_zone") IS NOT NULL)
);
INSERT INTO "business_calendar" ("time_zone") VALUES ('America/Sao_Paulo');

-- The orders of a raffle as they stand now.
CREATE TABLE "order_totals" (
    "raffle_id" UUID NOT NULL,
    "status" "order_status" NOT NULL,
    "orders" INTEGER NOT NULL,
    "quotas" BIGINT NOT NULL,
    "value" BIGINT NOT NULL,
    CONSTRAINT "order_totals_pkey" PRIMARY KEY ("raffle_id", "status")
);

-- Orders that are PAID, by the hour in which they were paid, on the clock of the business.
CREATE TABLE "sales_hours" (
    "raffle_id" UUID NOT NULL,
    "hour" TIMESTAMP(0) NOT NULL,
    "orders" INTEGER NOT NULL,
    "quotas" BIGINT NOT NULL,
    "revenue" BIGINT NOT NULL,
    CONSTRAINT "sales_hours_pkey" PRIMARY KEY ("raffle_id", "hour")
);

-- The same by buyer and day. `reached_at` is when the buyer last paid on it, refunded or not.
CREATE TABLE "buyer_days" (
    "raffle_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "orders" INTEGER NOT NULL,
    "quotas" INTEGER NOT NULL,
    "value" BIGINT NOT NULL,
    "reached_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "buyer_days_pkey" PRIMARY KEY ("raffle_id", "day", "user_id")
);
CREATE INDEX "buyer_days_raffle_id_day_quotas_reached_at_user_id_idx"
  ON "buyer_days"("raffle_id", "day", "quotas" DESC, "reached_at", "user_id");
CREATE INDEX "buyer_days_raffle_id_day_value_reached_at_user_id_idx"
  ON "buyer_days"("raffle_id", "day", "value" DESC, "reached_at", "user_id");

-- An order that came (1) or went (-1), as it was then.
CREATE TYPE "order_move" AS (
    "sign" INTEGER,
    "raffle_id" UUID,
    "user_id" UUID,
    "status" "order_status",
    "quotas" INTEGER,
    "value" BIGINT,
    "paid_at" TIMESTAMPTZ
);

CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- Nobody's payment fails for the want of a calendar.
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

CREATE TRIGGER "orders_counted_insert" AFTER INSERT ON "orders"
  REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER "orders_counted_update" AFTER UPDATE ON "orders"
  REFERENCING OLD TABLE AS orders_before NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();

-- What was sold before. Nobody writes orders meanwhile: making the triggers has locked them.
INSERT INTO order_totals (raffle_id, status, orders, quotas, value)
SELECT raffle_id, status, count(*), sum(quota_quantity), sum(total_value) FROM orders GROUP BY raffle_id, status;
INSERT INTO sales_hours (raffle_id, hour, orders, quotas, revenue)
SELECT raffle_id, date_trunc('hour', paid_at AT TIME ZONE 'America/Sao_Paulo'), count(*), sum(quota_quantity), sum(total_value)
FROM orders WHERE status = 'PAID' AND paid_at IS NOT NULL GROUP BY 1, 2;
INSERT INTO buyer_days (raffle_id, day, user_id, orders, quotas, value, reached_at)
SELECT raffle_id, (paid_at AT TIME ZONE 'America/Sao_Paulo')::date, user_id, count(*) FILTER (WHERE status = 'PAID'),
       coalesce(sum(quota_quantity) FILTER (WHERE status = 'PAID'), 0),
       coalesce(sum(total_value) FILTER (WHERE status = 'PAID'), 0), max(paid_at)
FROM orders WHERE status IN ('PAID', 'REFUNDED') AND paid_at IS NOT NULL GROUP BY 1, 2, 3;

-- The same of the whole sale stands with what a buyer holds, which is written with each payment anyway. `allocated` is the quotas.
ALTER TABLE "raffle_buyers" ADD COLUMN "paid_orders" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "raffle_buyers" ADD COLUMN "paid_value" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "raffle_buyers" ADD COLUMN "reached_at" TIMESTAMPTZ(3);
UPDATE raffle_buyers b SET paid_orders = o.orders, paid_value = o.value, reached_at = o.reached_at
FROM (
  SELECT raffle_id, user_id, count(*) FILTER (WHERE status = 'PAID') AS orders,
         coalesce(sum(total_value) FILTER (WHERE status = 'PAID'), 0) AS value, max(paid_at) AS reached_at
  FROM orders WHERE status IN ('PAID', 'REFUNDED') AND paid_at IS NOT NULL GROUP BY 1, 2
) o WHERE b.raffle_id = o.raffle_id AND b.user_id = o.user_id;
CREATE INDEX "raffle_buyers_by_quotas_idx" ON "raffle_buyers"("raffle_id", "allocated" DESC, "reached_at", "user_id") WHERE "allocated" > 0;
CREATE INDEX "raffle_buyers_by_value_idx" ON "raffle_buyers"("raffle_id", "paid_value" DESC, "reached_at", "user_id") WHERE "paid_value" > 0;
-- Who holds a paid order.
ALTER TABLE "raffle_counters" ADD COLUMN "buyers" INTEGER NOT NULL DEFAULT 0;
UPDATE raffle_counters c SET buyers = b.buyers
FROM (SELECT raffle_id, count(*) AS buyers FROM raffle_buyers WHERE paid_orders > 0 GROUP BY raffle_id) b WHERE c.raffle_id = b.raffle_id;

-- What an operator displays at the least, in hundredths of a percent: null is off.
ALTER TABLE "raffles" ADD COLUMN "fake_sold_percentage" INTEGER;
ALTER TABLE "raffles" ADD CONSTRAINT "raffles_fake_sold_percentage_check" CHECK ("fake_sold_percentage" BETWEEN 0 AND 10000);
-- Of an operator: up to when they have looked at what was won.
ALTER TABLE "users" ADD COLUMN "winners_seen_at" TIMESTAMPTZ(3);

-- What waits for an operator is counted up to a bound, each by an index that has nothing else.
CREATE INDEX "box_wins_shown_at_idx" ON "box_wins"("shown_at") WHERE "shown_at" IS NOT NULL;
CREATE INDEX "order_boxes_unopened_idx" ON "order_boxes"("order_id") WHERE "opened_count" < "boxes" AND NOT "void";
CREATE INDEX "draws_drawn_at_idx" ON "draws"("drawn_at");
CREATE INDEX "raffles_open_idx" ON "raffles"("id") WHERE "status" = 'OPEN' AND "deleted_at" IS NULL;
