-- The account into which an account with an unproved phone was merged.
ALTER TABLE "users" ADD COLUMN "merged_into" UUID;
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_fkey"
  FOREIGN KEY ("merged_into") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "users_merged_into_idx" ON "users"("merged_into") WHERE "merged_into" IS NOT NULL;

-- A prize follows its order into the account that proved the phone.
DROP TRIGGER "won_prizes_are_written_once" ON "won_prizes";
CREATE TRIGGER "won_prizes_are_written_once" BEFORE UPDATE ON "won_prizes" FOR EACH ROW WHEN (
  OLD."state" = 'RETURNED_TO_CLOSE' OR OLD."shown_at" IS NOT NULL AND OLD."shown_at" IS DISTINCT FROM NEW."shown_at"
  OR (OLD."id", OLD."raffle_id", OLD."kind", OLD."unit", OLD."title", OLD."order_id", OLD."at_close", OLD."won_at", OLD."lapses_at")
    <> (NEW."id", NEW."raffle_id", NEW."kind", NEW."unit", NEW."title", NEW."order_id", NEW."at_close", NEW."won_at", NEW."lapses_at")
  OR OLD."prize_id" IS DISTINCT FROM NEW."prize_id" OR OLD."value" IS DISTINCT FROM NEW."value"
  OR OLD."number" IS DISTINCT FROM NEW."number" OR OLD."box_index" IS DISTINCT FROM NEW."box_index"
) EXECUTE FUNCTION refuse_change_of_win();
CREATE TRIGGER "won_prizes_stay_with_their_order" BEFORE UPDATE OF "user_id" ON "won_prizes" FOR EACH ROW
  WHEN (OLD."user_id" <> NEW."user_id") EXECUTE FUNCTION refuse_another_winner();
