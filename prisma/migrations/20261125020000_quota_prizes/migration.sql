-- Single lucky numbers with a prize of their own. Nothing here tells at which ordinal a number lies: that follows from the raffle's
-- secret, which is encrypted, and from the order of these rows and of the prize log.
ALTER TABLE "raffles" ADD COLUMN "show_quota_prize_numbers" BOOLEAN NOT NULL DEFAULT false;

-- Read and written with the counter's lock. `quota_prize_changes` grows with everything that moves lucky numbers: what was computed of
-- them under one value is true while it stands.
ALTER TABLE "raffle_counters"
  ADD COLUMN "quota_prizes" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "quota_prizes_won" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "quota_prize_changes" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "raffle_counters_quota_prizes_check"
    CHECK ("quota_prizes_won" >= 0 AND "quota_prizes_won" <= "quota_prizes" AND "quota_prize_changes" >= 0);

CREATE TABLE "quota_prizes" (
    "id" UUID NOT NULL,
    "raffle_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "prize" TEXT NOT NULL,
    "release_at" INTEGER NOT NULL DEFAULT 0,
    "begins_locked" BOOLEAN NOT NULL DEFAULT false,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "drawn" BOOLEAN NOT NULL DEFAULT false,
    "won_order_id" BIGINT,
    "won_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "quota_prizes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "quota_prizes_number_check" CHECK ("number" >= 0 AND "release_at" BETWEEN 0 AND 10000),
    CONSTRAINT "quota_prizes_won_check" CHECK (
      ("won_order_id" IS NULL) = ("won_at" IS NULL) AND ("won_at" IS NULL OR NOT "is_locked") AND ("voided_at" IS NULL OR "won_at" IS NOT NULL)
    )
);
CREATE UNIQUE INDEX "quota_prizes_raffle_id_number_key" ON "quota_prizes"("raffle_id", "number");
CREATE UNIQUE INDEX "quota_prizes_raffle_id_position_key" ON "quota_prizes"("raffle_id", "position");
CREATE INDEX "quota_prizes_won_order_id_position_idx" ON "quota_prizes"("won_order_id", "position") WHERE "won_order_id" IS NOT NULL;
-- The winners, latest first: of all raffles, and of one.
CREATE INDEX "quota_prizes_won_at_id_idx" ON "quota_prizes"("won_at", "id") WHERE "won_at" IS NOT NULL AND "voided_at" IS NULL;
CREATE INDEX "quota_prizes_raffle_id_won_at_id_idx" ON "quota_prizes"("raffle_id", "won_at", "id")
  WHERE "won_at" IS NOT NULL AND "voided_at" IS NULL;

ALTER TABLE "quota_prizes" ADD CONSTRAINT "quota_prizes_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "quota_prizes" ADD CONSTRAINT "quota_prizes_won_order_id_fkey"
  FOREIGN KEY ("won_order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "quota_prizes_begin_before_the_sale" BEFORE INSERT OR DELETE ON "quota_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "quota_prizes_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "position", "number", "prize", "release_at", "begins_locked", "drawn" ON "quota_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();

-- A prize is won once, and void for good.
CREATE FUNCTION refuse_to_win_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quota prize % was won: who won it stands', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "quota_prizes_won_once" BEFORE UPDATE OF "won_order_id", "won_at", "voided_at", "is_locked" ON "quota_prizes"
  FOR EACH ROW WHEN (OLD."won_at" IS NOT NULL AND (
    NEW."won_order_id" IS DISTINCT FROM OLD."won_order_id" OR NEW."won_at" IS DISTINCT FROM OLD."won_at" OR NEW."is_locked" <> OLD."is_locked"
    OR (OLD."voided_at" IS NOT NULL AND NEW."voided_at" IS DISTINCT FROM OLD."voided_at")
  )) EXECUTE FUNCTION refuse_to_win_again();
