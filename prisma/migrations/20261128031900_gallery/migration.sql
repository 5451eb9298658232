-- expand
-- Further pictures of a raffle, a link to its video, and a picture of each main prize.
ALTER TABLE "raffles" ADD COLUMN "gallery_urls" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN "video_url" TEXT;
ALTER TABLE "raffle_prizes" ADD COLUMN "photo_url" TEXT;

-- A picture promises nothing: it may change after the first sale.
DROP TRIGGER "raffle_prizes_stand_once_sold" ON "raffle_prizes";
CREATE TRIGGER "raffle_prizes_stand_once_sold"
  BEFORE INSERT OR DELETE OR UPDATE OF "raffle_id", "position", "title", "description" ON "raffle_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
