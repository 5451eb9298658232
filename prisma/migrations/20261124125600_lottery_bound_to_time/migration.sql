CREATE TYPE "draw_confirmation" AS ENUM ('SECOND_OPERATOR', 'WAITED');

ALTER TABLE "raffles"
  ADD COLUMN "contest" INTEGER,
  ADD COLUMN "contest_date" DATE,
  ADD CONSTRAINT "raffles_contest_check" CHECK (
    ("contest" IS NULL) = ("contest_date" IS NULL) AND ("contest" IS NULL OR "draw_mode" = 'LOTERIA_FEDERAL')
  );
DROP TRIGGER "raffles_stand_once_sold" ON "raffles";
CREATE TRIGGER "raffles_stand_once_sold"
  BEFORE UPDATE OF "quota_quantity", "quota_price", "draw_mode", "secret_hash", "contest", "contest_date" ON "raffles"
  FOR EACH ROW WHEN (OLD."quota_quantity" <> NEW."quota_quantity" OR OLD."quota_price" <> NEW."quota_price"
                     OR OLD."draw_mode" <> NEW."draw_mode" OR OLD."secret_hash" <> NEW."secret_hash"
                     OR OLD."contest" IS DISTINCT FROM NEW."contest" OR OLD."contest_date" IS DISTINCT FROM NEW."contest_date")
  EXECUTE FUNCTION refuse_raffle_change_once_sold();

ALTER TABLE "draws"
  ADD COLUMN "contest_date" DATE,
  ADD COLUMN "confirmation" "draw_confirmation",
  DROP CONSTRAINT "draws_contest_check",
  DROP CONSTRAINT "draws_frozen_check",
  DROP CONSTRAINT "draws_drawn_check",
  ADD CONSTRAINT "draws_contest_check" CHECK (
    ("contest" IS NOT NULL) = ("mode" = 'LOTERIA_FEDERAL') AND ("contest" IS NULL) = ("contest_date" IS NULL)
    AND ("contest" IS NULL OR "due_at" >= "frozen_at" + interval '59 minutes')
  ),
  ADD CONSTRAINT "draws_frozen_check" CHECK (
    ("status" = 'FREEZING') = ("manifest" IS NULL) AND ("manifest" IS NULL) = ("manifest_hash" IS NULL)
    AND ("manifest" IS NULL) = ("subtree_hashes" IS NULL) AND ("manifest" IS NULL) = ("subtree_firsts" IS NULL)
    AND ("round" IS NOT NULL) = ("manifest" IS NOT NULL AND "mode" = 'BEACON')
    AND ("round" IS NULL) = ("chain" IS NULL) AND ("due_at" IS NULL) = ("round" IS NULL AND "contest" IS NULL)
  ),
  ADD CONSTRAINT "draws_drawn_check" CHECK (
    ("status" = 'DRAWN') = ("drawn_at" IS NOT NULL)
    AND ("signature" IS NOT NULL) = ("status" = 'DRAWN' AND "mode" = 'BEACON')
    AND ("results" IS NOT NULL OR "status" <> 'DRAWN' OR "mode" <> 'LOTERIA_FEDERAL')
    AND ("results" IS NULL OR "mode" = 'LOTERIA_FEDERAL' AND "status" <> 'FREEZING') AND ("results" IS NULL) = ("confirmation" IS NULL)
    AND ("proof_gzip" IS NULL OR "status" = 'DRAWN')
  );
DROP TRIGGER "draws_are_written_once" ON "draws";
CREATE TRIGGER "draws_are_written_once" BEFORE UPDATE ON "draws" FOR EACH ROW WHEN (
  OLD."mode" <> NEW."mode" OR OLD."frozen_at" <> NEW."frozen_at" OR OLD."contest" IS DISTINCT FROM NEW."contest"
  OR OLD."contest_date" IS DISTINCT FROM NEW."contest_date" OR OLD."due_at" IS NOT NULL AND OLD."due_at" IS DISTINCT FROM NEW."due_at"
  OR OLD."manifest" IS NOT NULL AND (OLD."manifest" <> NEW."manifest" OR NEW."manifest" IS NULL OR OLD."manifest_hash" <> NEW."manifest_hash"
    OR OLD."round" IS DISTINCT FROM NEW."round" OR OLD."chain" IS DISTINCT FROM NEW."chain"
    OR OLD."subtree_hashes" <> NEW."subtree_hashes" OR OLD."subtree_firsts" <> NEW."subtree_firsts")
  OR OLD."results" IS NOT NULL
    AND (OLD."results" IS DISTINCT FROM NEW."results" OR OLD."confirmation" IS DISTINCT FROM NEW."confirmation")
  OR OLD."status" = 'DRAWN' AND (NEW."status" <> 'DRAWN' OR OLD."signature" IS DISTINCT FROM NEW."signature"
    OR OLD."drawn_at" <> NEW."drawn_at" OR OLD."proof_gzip" IS NOT NULL AND OLD."proof_gzip" IS DISTINCT FROM NEW."proof_gzip")
) EXECUTE FUNCTION refuse_change_of_draw();

CREATE TABLE "draw_operators" (
  "raffle_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "password_digest" BYTEA NOT NULL,
  CONSTRAINT "draw_operators_pkey" PRIMARY KEY ("raffle_id", "user_id"),
  CONSTRAINT "draw_operators_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "draws"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "draw_operators_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE TABLE "contest_entries" (
  "id" BIGSERIAL NOT NULL,
  "raffle_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "results" TEXT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "contest_entries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "contest_entries_results_check" CHECK ("results" IS NOT NULL AND cardinality("results") = 5),
  CONSTRAINT "contest_entries_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "draws"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "contest_entries_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "contest_entries_raffle_id_id_idx" ON "contest_entries"("raffle_id", "id");
CREATE TRIGGER "draw_operators_stay" BEFORE UPDATE OR DELETE ON "draw_operators"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();
CREATE TRIGGER "contest_entries_stay" BEFORE UPDATE OR DELETE ON "contest_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_draw();
