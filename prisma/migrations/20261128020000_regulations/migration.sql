-- expand
-- The regulation of a raffle, version by version, and which one an order accepted.
ALTER TABLE "raffles" ADD COLUMN "regulation_text" TEXT;
ALTER TABLE "orders" ADD COLUMN "regulation_version" INTEGER;

CREATE TABLE "raffle_regulations" (
  "raffle_id" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "raffle_regulations_pkey" PRIMARY KEY ("raffle_id", "version"),
  CONSTRAINT "raffle_regulations_hash_check" CHECK ("hash" = sha256(convert_to("text", 'UTF8')))
);
ALTER TABLE "raffle_regulations"
  ADD CONSTRAINT "raffle_regulations_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Only with the raffle that it is of.
CREATE TRIGGER "raffle_regulations_append_only" BEFORE UPDATE OR DELETE ON "raffle_regulations"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "raffle_regulations_enter_timeline" AFTER INSERT ON "raffle_regulations"
  FOR EACH ROW WHEN (NEW."version" > 1) EXECUTE FUNCTION enter_regulation_in_timeline();
