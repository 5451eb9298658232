-- Lists of orders are sorted by when they were placed, and found by a span of that time.
--
-- A migration is one transaction, which cannot build an index without stopping writes to its table: one or two seconds a million rows.
-- Where that is too long, build these two before the new release starts, each by itself and with CONCURRENTLY behind CREATE INDEX: what
-- is there already is left out here. One whose building failed is there too, and of no use: look for `NOT indisvalid` in pg_index, and
-- drop it before.

-- The first takes the place of the index by status and id: processes of the release before list all orders more slowly until they end.
-- The second has an order of its own (NULLS FIRST, which neither column ever is), by which a statement names the one that it needs: in
-- the first, orders of one raffle may be a million rows apart.
CREATE INDEX IF NOT EXISTS "orders_status_created_at_id_idx" ON "orders"("status", "created_at", "id");
CREATE INDEX IF NOT EXISTS "orders_raffle_id_status_created_at_id_idx"
  ON "orders"("raffle_id", "status", "created_at" NULLS FIRST, "id" NULLS FIRST);
DROP INDEX "orders_by_status";
