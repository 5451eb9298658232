-- The draw of a raffle, from its freeze to its winners. What is once written of it stays: nothing is drawn twice, and nothing is chosen.
CREATE TYPE "draw_status" AS ENUM ('FREEZING', 'FROZEN', 'DRAWN');

CREATE TABLE "draws" (
    "raffle_id" UUID NOT NULL,
    "mode" "draw_mode" NOT NULL,
    "status" "draw_status" NOT NULL DEFAULT 'FREEZING',
    "frozen_at" TIMESTAMPTZ(3) NOT NULL,
    "contest" INTEGER,
    "sealed_leaf_key" BYTEA NOT NULL,
    "manifest" TEXT,
    "manifest_hash" BYTEA,
    "chain" JSONB,
    "round" BIGINT,
    "due_at" TIMESTAMPTZ(3),
    "subtree_hashes" BYTEA,
    "subtree_firsts" INTEGER[],
    "signature" TEXT,
    "results" TEXT[],
    "drawn_at" TIMESTAMPTZ(3),
    "proof_gzip" BYTEA,

    CONSTRAINT "draws_pkey" PRIMARY KEY ("raffle_id"),
    CONSTRAINT "draws_contest_check" CHECK (("contest" IS NOT NULL) = ("mode" = 'LOTERIA_FEDERAL')),
    CONSTRAINT "draws_frozen_check" CHECK (
      ("status" = 'FREEZING') = ("manifest" IS NULL) AND ("manifest" IS NULL) = ("manifest_hash" IS NULL)
      AND ("manifest" IS NULL) = ("subtree_hashes" IS NULL) AND ("manifest" IS NULL) = ("subtree_firsts" IS NULL)
      AND ("round" IS NOT NULL) = ("manifest" IS NOT NULL AND "mode" = 'BEACON')
      AND ("round" IS NULL) = ("chain" IS NULL) AND ("round" IS NULL) = ("due_at" IS NULL)
    ),
    CONSTRAINT "draws_drawn_check" CHECK (
      ("status" = 'DRAWN') = ("drawn_at" IS NOT NULL)
      AND ("signature" IS NOT NULL) = ("status" = 'DRAWN' AND "mode" = 'BEACON')
      AND ("results" IS NOT NULL) = ("status" = 'DRAWN' AND "mode" = 'LOTERIA_FEDERAL')
      AND ("proof_gzip" IS NULL OR "status" = 'DRAWN')
    )
);
ALTER TABLE "draws" ADD CONSTRAINT "draws_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What is to be done: those that are not drawn, and those whose proof is not made.
CREATE INDEX "draws_open_idx" ON "draws"("due_at") WHERE "status" <> 'DRAWN';
CREATE INDEX "draws_unproven_idx" ON "draws"("raffle_id") WHERE "status" = 'DRAWN' AND "proof_gzip" IS NULL;

-- Ids grow with the draws, and within a draw from its last prize to its first: the newest draw's first prize has the greatest.
CREATE TABLE "raffle_winners" (
    "id" BIGSERIAL NOT NULL,
    "raffle_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "prize" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "order_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "raffle_winners_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "raffle_winners_position_check" CHECK ("position" >= 1)
);
CREATE UNIQUE INDEX "raffle_winners_raffle_id_position_key" ON "raffle_winners"("raffle_id", "position");
CREATE UNIQUE INDEX "raffle_winners_raffle_id_ordinal_key" ON "raffle_winners"("raffle_id", "ordinal");
CREATE INDEX "raffle_winners_order_id_idx" ON "raffle_winners"("order_id");
ALTER TABLE "raffle_winners" ADD CONSTRAINT "raffle_winners_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "draws"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "raffle_winners" ADD CONSTRAINT "raffle_winners_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "raffles" ADD CONSTRAINT "raffles_drawn_frozen_check" CHECK ("status" NOT IN ('DRAWN', 'FINISHED') OR "frozen_at" IS NOT NULL);

CREATE FUNCTION refuse_change_of_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is written of the draw of raffle % stays', OLD.raffle_id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "raffle_winners_stay" BEFORE UPDATE OR DELETE ON "raffle_winners" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();
CREATE TRIGGER "draws_stay" BEFORE DELETE ON "draws" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();
CREATE TRIGGER "draws_are_written_once" BEFORE UPDATE ON "draws" FOR EACH ROW WHEN (
  OLD."mode" <> NEW."mode" OR OLD."frozen_at" <> NEW."frozen_at" OR OLD."contest" IS DISTINCT FROM NEW."contest"
  OR OLD."manifest" IS NOT NULL AND (OLD."manifest" <> NEW."manifest" OR NEW."manifest" IS NULL OR OLD."manifest_hash" <> NEW."manifest_hash"
    OR OLD."round" IS DISTINCT FROM NEW."round" OR OLD."chain" IS DISTINCT FROM NEW."chain" OR OLD."due_at" IS DISTINCT FROM NEW."due_at"
    OR OLD."subtree_hashes" <> NEW."subtree_hashes" OR OLD."subtree_firsts" <> NEW."subtree_firsts")
  OR OLD."status" = 'DRAWN' AND (NEW."status" <> 'DRAWN' OR OLD."signature" IS DISTINCT FROM NEW."signature"
    OR OLD."results" IS DISTINCT FROM NEW."results" OR OLD."drawn_at" <> NEW."drawn_at"
    OR OLD."proof_gzip" IS NOT NULL AND OLD."proof_gzip" IS DISTINCT FROM NEW."proof_gzip")
) EXECUTE FUNCTION refuse_change_of_draw();

-- A raffle that is frozen is drawn. It can be called off only when nobody could draw it for seven days since it was due.
CREATE FUNCTION refuse_move_of_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = OLD.status AND NEW.frozen_at = OLD.frozen_at
    OR NEW.frozen_at = OLD.frozen_at AND (OLD.status, NEW.status) IN (('CLOSED', 'DRAWN'), ('DRAWN', 'FINISHED'))
    OR NEW.status = 'CANCELLED' AND OLD.status = 'CLOSED' AND greatest(OLD.frozen_at, (SELECT d.due_at FROM draws d WHERE d.raffle_id = OLD.id)) < now() - interval '7 days'
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'raffle % is frozen for its draw', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "raffles_stay_frozen" BEFORE UPDATE OF "status", "frozen_at" ON "raffles"
  FOR EACH ROW WHEN (OLD."frozen_at" IS NOT NULL) EXECUTE FUNCTION refuse_move_of_frozen();
