-- Each second the books of these are continued.
CREATE INDEX "raffles_unfrozen" ON "raffles"("id") WHERE "frozen_at" IS NULL;
