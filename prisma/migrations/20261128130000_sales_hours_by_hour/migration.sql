-- expand
-- The sales of all raffles in a period.
CREATE INDEX CONCURRENTLY "sales_hours_hour_idx" ON "sales_hours" ("hour");
