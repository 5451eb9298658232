-- What mattered in a raffle, with its time. The tables themselves enter it, so that no code can leave out what it does.
CREATE TYPE "timeline_kind" AS ENUM (
  'PUBLISHED', 'WITHDRAWN', 'SALE_STARTED', 'PRIZES_RELEASED', 'PRIZE_SENT_TO_CLOSE', 'PRIZE_RETURNED_TO_CLOSE', 'SOLD_OUT', 'SALE_CLOSED',
  'SALE_REOPENED', 'FROZEN', 'RESULTS_TYPED', 'RESULTS_CONFIRMED', 'DRAWN', 'PROOF_PUBLISHED', 'CANCELLED'
);

CREATE TABLE "timeline_entries" (
  "id" BIGSERIAL NOT NULL,
  "raffle_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "kind" "timeline_kind" NOT NULL,
  "share" INTEGER,
  "units" INTEGER,
  "prize_id" UUID,
  CONSTRAINT "timeline_entries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "timeline_entries_kind_check" CHECK (
    ("share" IS NOT NULL) = ("kind" = 'PRIZES_RELEASED')
    AND ("units" IS NOT NULL) = ("kind" IN ('PRIZES_RELEASED', 'PRIZE_RETURNED_TO_CLOSE'))
    AND ("prize_id" IS NOT NULL) = ("kind" IN ('PRIZE_SENT_TO_CLOSE', 'PRIZE_RETURNED_TO_CLOSE'))
  )
);
ALTER TABLE "timeline_entries"
  ADD CONSTRAINT "timeline_entries_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "timeline_entries_raffle_id_at_id_idx" ON "timeline_entries"("raffle_id", "at", "id");
-- A share is reached once.
CREATE UNIQUE INDEX "timeline_entries_raffle_id_share_key" ON "timeline_entries"("raffle_id", "share") WHERE "share" IS NOT NULL;
CREATE INDEX "timeline_entries_prize_id_id_idx" ON "timeline_entries"("prize_id", "id") WHERE "prize_id" IS NOT NULL;
-- Only with the raffle that it is of.
CREATE TRIGGER "timeline_entries_append_only" BEFORE UPDATE OR DELETE ON "timeline_entries"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER "raffles_enter_timeline_first" AFTER INSERT ON "raffles"
  FOR EACH ROW WHEN (NEW."status" <> 'DRAFT') EXECUTE FUNCTION enter_status_in_timeline();
CREATE TRIGGER "raffles_enter_timeline" AFTER UPDATE OF "status" ON "raffles"
  FOR EACH ROW WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION enter_status_in_timeline();
CREATE TRIGGER "raffle_counters_enter_timeline" AFTER UPDATE OF "allocated" ON "raffle_counters"
  FOR EACH ROW WHEN (OLD."allocated" = 0 AND NEW."allocated" > 0) EXECUTE FUNCTION enter_timeline('SALE_STARTED');
CREATE TRIGGER "book_entries_enter_timeline" AFTER INSERT ON "book_entries"
  FOR EACH ROW WHEN (NEW."prize_id" IS NOT NULL) EXECUTE FUNCTION enter_prize_in_timeline();
CREATE TRIGGER "draws_enter_timeline_frozen" AFTER INSERT ON "draws" FOR EACH ROW EXECUTE FUNCTION enter_timeline('FROZEN');
CREATE TRIGGER "draws_enter_timeline_confirmed" AFTER UPDATE OF "results" ON "draws"
  FOR EACH ROW WHEN (OLD."results" IS NULL AND NEW."results" IS NOT NULL) EXECUTE FUNCTION enter_timeline('RESULTS_CONFIRMED');
CREATE TRIGGER "draws_enter_timeline_proof" AFTER UPDATE OF "proof_gzip" ON "draws"
  FOR EACH ROW WHEN (OLD."proof_gzip" IS NULL AND NEW."proof_gzip" IS NOT NULL) EXECUTE FUNCTION enter_timeline('PROOF_PUBLISHED');
CREATE TRIGGER "contest_entries_enter_timeline" AFTER INSERT ON "contest_entries"
  FOR EACH ROW EXECUTE FUNCTION enter_timeline('RESULTS_TYPED');

-- The last head of a day.
CREATE INDEX "book_heads_raffle_id_created_at_size_idx" ON "book_heads"("raffle_id", "created_at", "size");
-- The last wins of a prize that may be known.
CREATE INDEX "won_prizes_prize_id_shown_at_id_idx" ON "won_prizes"("prize_id", "shown_at", "id")
  WHERE "prize_id" IS NOT NULL AND "shown_at" IS NOT NULL AND "state" <> 'RETURNED_TO_CLOSE';
