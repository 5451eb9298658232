-- What an operator changes of a raffle that can be seen: words, dates, limits, promotions.
ALTER TYPE "timeline_kind" ADD VALUE 'TERMS_CHANGED' AFTER 'PUBLISHED';

ALTER TABLE "timeline_entries" ADD COLUMN "changes" JSONB;
-- As text: a new value cannot be used in the transaction that adds it.
ALTER TABLE "timeline_entries"
  ADD CONSTRAINT "timeline_entries_changes_check" CHECK (("changes" IS NOT NULL) = ("kind"::text = 'TERMS_CHANGED'));

CREATE TRIGGER "raffles_enter_terms" AFTER UPDATE OF
  "title", "subtitle", "description", "photo_url", "privacy", "starts_at", "ends_at", "draw_at", "quota_quantity", "quota_price",
  "draw_mode", "contest", "contest_date", "min_reservation_quantity", "max_reservation_quantity", "max_buyer_quantity",
  "reservation_fields", "enable_promotions", "cumulative", "unproven_share"
ON "raffles" FOR EACH ROW WHEN (OLD."status" <> 'DRAFT' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION enter_terms_in_timeline(
  'title', 'subtitle', 'description', 'photo_url', 'privacy', 'starts_at', 'ends_at', 'draw_at', 'quota_quantity', 'quota_price',
  'draw_mode', 'contest', 'contest_date', 'min_reservation_quantity', 'max_reservation_quantity', 'max_buyer_quantity',
  'reservation_fields', 'enable_promotions', 'cumulative', 'unproven_share'
);
CREATE TRIGGER "promotions_enter_terms" AFTER INSERT OR UPDATE OR DELETE ON "promotions"
  FOR EACH ROW EXECUTE FUNCTION enter_promotion_in_timeline();
