DROP TRIGGER "raffles_stay_frozen" ON "raffles";
CREATE TRIGGER "raffles_stay_frozen" BEFORE UPDATE OF "status", "frozen_at", "draw_at" ON "raffles"
  FOR EACH ROW WHEN (OLD."frozen_at" IS NOT NULL) EXECUTE FUNCTION refuse_move_of_frozen();
