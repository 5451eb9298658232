-- Boxes and quota prizes are decided by a public round after the payment. A raffle that was sold by secret seeds cannot go on by rounds.
DO $$
DECLARE
  sold uuid;
BEGIN
  SELECT c."raffle_id" INTO sold FROM "raffle_counters" c JOIN "raffles" r ON r."id" = c."raffle_id"
  WHERE c."is_instant" AND c."reserved" + c."allocated" > 0 AND r."status" NOT IN ('DRAWN', 'FINISHED', 'CANCELLED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'raffle % sells awarded boxes or quota prizes by the rules of the version before: draw it or cancel it with that version first', sold;
  END IF;
END $$;

CREATE TABLE "raffle_instants" (
  "raffle_id" UUID NOT NULL,
  "chain" TEXT,
  "decided_leaf" INTEGER NOT NULL DEFAULT 0,
  "decided_to" INTEGER NOT NULL DEFAULT 0,
  "quota_prizes_won" INTEGER NOT NULL DEFAULT 0,
  "is_over" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "raffle_instants_pkey" PRIMARY KEY ("raffle_id"),
  CONSTRAINT "raffle_instants_decided_check" CHECK ("decided_leaf" >= 0 AND "decided_to" >= 0 AND "quota_prizes_won" >= 0)
);
ALTER TABLE "raffle_instants"
  ADD CONSTRAINT "raffle_instants_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "raffle_instants_waiting_idx" ON "raffle_instants"("raffle_id") WHERE NOT "is_over";
INSERT INTO "raffle_instants" ("raffle_id", "decided_leaf", "decided_to", "quota_prizes_won", "is_over")
SELECT "raffle_id", "leaves", "allocated", "quota_prizes_won", "allocated" > 0 FROM "raffle_counters" WHERE "is_instant";

-- The register of prizes has what the close gave.
DELETE FROM "box_wins" WHERE "at_close";
ALTER TABLE "box_wins" DROP COLUMN "at_close";
CREATE UNIQUE INDEX "box_wins_prize_id_unit_key" ON "box_wins"("prize_id", "unit");

ALTER TABLE "quota_prizes"
  ADD COLUMN "won_ordinal" INTEGER,
  ADD CONSTRAINT "quota_prizes_won_ordinal_check" CHECK ("won_ordinal" IS NULL OR "won_order_id" IS NOT NULL);
-- Also how numbers are computed: by the prizes that were won before.
CREATE UNIQUE INDEX "quota_prizes_raffle_id_won_ordinal_key" ON "quota_prizes"("raffle_id", "won_ordinal");

-- A block that was paid before its prize was sent to the close may still win it.
ALTER TABLE "quota_prizes" DROP CONSTRAINT "quota_prizes_won_check";
ALTER TABLE "quota_prizes"
  ADD CONSTRAINT "quota_prizes_won_check" CHECK (
    ("won_order_id" IS NULL) = ("won_at" IS NULL) AND ("voided_at" IS NULL OR "won_at" IS NOT NULL)
  );

DROP TRIGGER "raffle_commitments_stand_once_sold" ON "raffle_commitments";
ALTER TABLE "raffle_commitments" DROP CONSTRAINT "raffle_commitments_boxes_check";
ALTER TABLE "raffle_commitments" DROP COLUMN "box_seed_hash", DROP COLUMN "sealed_box_seed";
CREATE TRIGGER "raffle_commitments_stand_once_sold" BEFORE UPDATE OF "boxes_hash", "quota_prizes_hash" ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
ALTER TABLE "raffle_counters" DROP CONSTRAINT "raffle_counters_quota_prizes_check";
ALTER TABLE "raffle_counters" DROP COLUMN "quota_prizes_won";
ALTER TABLE "raffle_counters"
  ADD CONSTRAINT "raffle_counters_quota_prizes_check" CHECK ("quota_prizes" >= 0 AND "quota_prize_changes" >= 0);

-- What was sent to the close is in the raffle's book.
DROP TABLE "prize_log";
DROP TYPE "prize_event";
DROP INDEX "quota_allocations_raffle_id_first_ordinal_idx";

-- The draw's tree is the book's.
DROP TRIGGER "draws_are_written_once" ON "draws";
ALTER TABLE "draws" DROP COLUMN "sealed_leaf_key", DROP COLUMN "subtree_hashes", DROP COLUMN "subtree_firsts";
CREATE TRIGGER "draws_are_written_once" BEFORE UPDATE ON "draws" FOR EACH ROW WHEN (
  OLD."mode" <> NEW."mode" OR OLD."frozen_at" <> NEW."frozen_at" OR OLD."contest" IS DISTINCT FROM NEW."contest"
  OR OLD."contest_date" IS DISTINCT FROM NEW."contest_date" OR OLD."due_at" IS NOT NULL AND OLD."due_at" IS DISTINCT FROM NEW."due_at"
  OR OLD."manifest" IS NOT NULL AND (OLD."manifest" <> NEW."manifest" OR NEW."manifest" IS NULL OR OLD."manifest_hash" <> NEW."manifest_hash"
    OR OLD."round" IS DISTINCT FROM NEW."round" OR OLD."chain" IS DISTINCT FROM NEW."chain")
  OR OLD."results" IS NOT NULL
    AND (OLD."results" IS DISTINCT FROM NEW."results" OR OLD."confirmation" IS DISTINCT FROM NEW."confirmation")
  OR OLD."status" = 'DRAWN' AND (NEW."status" <> 'DRAWN' OR OLD."signature" IS DISTINCT FROM NEW."signature"
    OR OLD."drawn_at" <> NEW."drawn_at" OR OLD."proof_gzip" IS NOT NULL AND OLD."proof_gzip" IS DISTINCT FROM NEW."proof_gzip")
) EXECUTE FUNCTION refuse_change_of_draw();
