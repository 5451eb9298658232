-- expand
-- Paid raffles are for adults, unless an operator says otherwise.
ALTER TABLE "raffles" ADD COLUMN "adults_only" BOOLEAN NOT NULL DEFAULT true;

DROP TRIGGER "raffles_enter_terms" ON "raffles";
CREATE TRIGGER "raffles_enter_terms" AFTER UPDATE OF
  "title", "subtitle", "description", "photo_url", "privacy", "starts_at", "ends_at", "draw_at", "quota_quantity", "quota_price",
  "draw_mode", "contest", "contest_date", "min_reservation_quantity", "max_reservation_quantity", "max_buyer_quantity",
  "reservation_fields", "enable_promotions", "cumulative", "unproven_share", "certificate_code", "certificate_issuer",
  "certificate_valid_from", "certificate_valid_until", "adults_only"
ON "raffles" FOR EACH ROW WHEN (OLD."status" <> 'DRAFT' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION enter_terms_in_timeline(
  'title', 'subtitle', 'description', 'photo_url', 'privacy', 'starts_at', 'ends_at', 'draw_at', 'quota_quantity', 'quota_price',
  'draw_mode', 'contest', 'contest_date', 'min_reservation_quantity', 'max_reservation_quantity', 'max_buyer_quantity',
  'reservation_fields', 'enable_promotions', 'cumulative', 'unproven_share', 'certificate_code', 'certificate_issuer',
  'certificate_valid_from', 'certificate_valid_until', 'adults_only'
);
