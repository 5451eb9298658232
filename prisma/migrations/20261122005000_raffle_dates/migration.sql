-- Raffles move by their own dates: those whose time has come are looked for every second, in every process.
CREATE INDEX "raffles_to_close" ON "raffles" ("ends_at") WHERE "status" = 'OPEN' AND "deleted_at" IS NULL;
CREATE INDEX "raffles_to_open" ON "raffles" ("starts_at") WHERE "status" = 'SOON' AND "deleted_at" IS NULL;
