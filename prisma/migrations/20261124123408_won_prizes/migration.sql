-- A term below that of Lei 5.768/1971, art. 6, would take a right from the winner.
ALTER TABLE "raffles" ADD COLUMN "prize_claim_days" INTEGER NOT NULL DEFAULT 180,
  ADD CONSTRAINT "raffles_prize_claim_days_check" CHECK ("prize_claim_days" BETWEEN 180 AND 3650);
DROP TRIGGER "raffles_stand_once_sold" ON "raffles";
CREATE TRIGGER "raffles_stand_once_sold"
  BEFORE UPDATE OF "quota_quantity", "quota_price", "draw_mode", "secret_hash", "prize_claim_days" ON "raffles"
  FOR EACH ROW WHEN (OLD."quota_quantity" <> NEW."quota_quantity" OR OLD."quota_price" <> NEW."quota_price"
                     OR OLD."draw_mode" <> NEW."draw_mode" OR OLD."secret_hash" <> NEW."secret_hash"
                     OR OLD."prize_claim_days" <> NEW."prize_claim_days")
  EXECUTE FUNCTION refuse_raffle_change_once_sold();

CREATE TYPE "won_prize_kind" AS ENUM ('DRAW', 'BOX', 'QUOTA_PRIZE');
CREATE TYPE "won_prize_state" AS ENUM ('WON', 'CONTACTED', 'DELIVERED', 'LAPSED', 'RETURNED_TO_CLOSE');

CREATE TABLE "won_prizes" (
  "id" UUID NOT NULL,
  "raffle_id" UUID NOT NULL,
  "kind" "won_prize_kind" NOT NULL,
  "prize_id" UUID,
  "unit" INTEGER NOT NULL,
  "title" TEXT NOT NULL,
  "value" BIGINT,
  "number" INTEGER,
  "box_index" INTEGER,
  "order_id" BIGINT NOT NULL,
  "user_id" UUID NOT NULL,
  "at_close" BOOLEAN NOT NULL DEFAULT false,
  "won_at" TIMESTAMPTZ(3) NOT NULL,
  "shown_at" TIMESTAMPTZ(3),
  "state" "won_prize_state" NOT NULL DEFAULT 'WON',
  "claimed_at" TIMESTAMPTZ(3),
  "contacted_at" TIMESTAMPTZ(3),
  "delivered_at" TIMESTAMPTZ(3),
  "receipt_note" TEXT,
  "receipt_file_id" UUID,
  "lapses_at" TIMESTAMPTZ(3) NOT NULL,
  "lapsed_at" TIMESTAMPTZ(3),
  "returned_at" TIMESTAMPTZ(3),
  CONSTRAINT "won_prizes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "won_prizes_kind_check" CHECK (
    ("kind" = 'DRAW') = ("prize_id" IS NULL) AND ("kind" = 'BOX') = ("value" IS NOT NULL) AND ("kind" = 'BOX' OR "box_index" IS NULL)
    AND "unit" >= 0
  ),
  -- No prize lapses before its term, and none that was claimed.
  CONSTRAINT "won_prizes_lapse_check" CHECK (
    ("state" = 'LAPSED') = ("lapsed_at" IS NOT NULL AND "returned_at" IS NULL)
    AND ("lapsed_at" IS NULL OR "lapsed_at" >= "lapses_at" AND "claimed_at" IS NULL)
  ),
  CONSTRAINT "won_prizes_state_check" CHECK (
    ("state" <> 'CONTACTED' OR "contacted_at" IS NOT NULL)
    AND ("state" <> 'DELIVERED' OR "delivered_at" IS NOT NULL AND "claimed_at" IS NOT NULL)
    AND ("delivered_at" IS NULL OR "receipt_note" IS NOT NULL OR "receipt_file_id" IS NOT NULL)
    AND ("state" = 'RETURNED_TO_CLOSE') = ("returned_at" IS NOT NULL)
  )
);
-- A prize is owed at most once. A unit that was returned is owed to whom the close gives it.
CREATE UNIQUE INDEX "won_prizes_draw_key" ON "won_prizes"("raffle_id", "unit") WHERE "kind" = 'DRAW';
CREATE UNIQUE INDEX "won_prizes_unit_key" ON "won_prizes"("prize_id", "unit") WHERE "prize_id" IS NOT NULL AND "state" <> 'RETURNED_TO_CLOSE';
CREATE INDEX "won_prizes_kind_state_won_at_id_idx" ON "won_prizes"("kind", "state", "won_at", "id");
CREATE INDEX "won_prizes_raffle_id_kind_state_won_at_id_idx" ON "won_prizes"("raffle_id", "kind", "state", "won_at", "id");
CREATE INDEX "won_prizes_order_id_box_index_idx" ON "won_prizes"("order_id", "box_index");
-- A winner's own list has no box that is still closed.
CREATE INDEX "won_prizes_user_id_shown_at_id_idx" ON "won_prizes"("user_id", "shown_at", "id") WHERE "shown_at" IS NOT NULL;
-- What is owed, with its money.
CREATE INDEX "won_prizes_owed_idx" ON "won_prizes"("won_at", "id") INCLUDE ("value") WHERE "state" IN ('WON', 'CONTACTED');
CREATE INDEX "won_prizes_owed_by_raffle_idx" ON "won_prizes"("raffle_id") INCLUDE ("value") WHERE "state" IN ('WON', 'CONTACTED');
CREATE INDEX "won_prizes_owed_by_user_idx" ON "won_prizes"("user_id") WHERE "state" IN ('WON', 'CONTACTED');
CREATE INDEX "won_prizes_lapses_at_idx" ON "won_prizes"("lapses_at", "id") WHERE "state" IN ('WON', 'CONTACTED') AND "claimed_at" IS NULL;
CREATE INDEX "won_prizes_receipt_file_id_idx" ON "won_prizes"("receipt_file_id") WHERE "receipt_file_id" IS NOT NULL;

ALTER TABLE "won_prizes"
  ADD CONSTRAINT "won_prizes_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "won_prizes_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "won_prizes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "won_prizes_receipt_file_id_fkey"
  FOREIGN KEY ("receipt_file_id") REFERENCES "files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "won_prizes_stay" BEFORE DELETE ON "won_prizes" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_win();
CREATE TRIGGER "won_prizes_are_written_once" BEFORE UPDATE ON "won_prizes" FOR EACH ROW WHEN (
  OLD."state" = 'RETURNED_TO_CLOSE' OR OLD."shown_at" IS NOT NULL AND OLD."shown_at" IS DISTINCT FROM NEW."shown_at"
  OR (OLD."id", OLD."raffle_id", OLD."kind", OLD."unit", OLD."title", OLD."order_id", OLD."user_id", OLD."at_close", OLD."won_at", OLD."lapses_at")
    <> (NEW."id", NEW."raffle_id", NEW."kind", NEW."unit", NEW."title", NEW."order_id", NEW."user_id", NEW."at_close", NEW."won_at", NEW."lapses_at")
  OR OLD."prize_id" IS DISTINCT FROM NEW."prize_id" OR OLD."value" IS DISTINCT FROM NEW."value"
  OR OLD."number" IS DISTINCT FROM NEW."number" OR OLD."box_index" IS DISTINCT FROM NEW."box_index"
) EXECUTE FUNCTION refuse_change_of_win();
