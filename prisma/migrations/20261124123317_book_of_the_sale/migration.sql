-- The public book of a raffle's sale: every block of quotas is a leaf, and so is what voids a block or sends a prize to the close.
-- An order may have several blocks: quotas whose money went back can be sold again.

CREATE TYPE "paid_how" AS ENUM ('PIX', 'BY_HAND', 'FREE');
CREATE TYPE "book_entry_type" AS ENUM ('VOID', 'TO_CLOSE');

ALTER TABLE "raffle_counters"
  ADD COLUMN "leaves" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "last_round" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "is_instant" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "raffle_counters_leaves_check" CHECK ("leaves" >= 0 AND "last_round" >= 0);

CREATE TABLE "book_entries" (
  "raffle_id" UUID NOT NULL,
  "leaf" INTEGER NOT NULL,
  "type" "book_entry_type" NOT NULL,
  "block_leaf" INTEGER,
  "ordinal" INTEGER,
  "prize_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "book_entries_pkey" PRIMARY KEY ("raffle_id", "leaf"),
  CONSTRAINT "book_entries_type_check" CHECK (
    CASE "type" WHEN 'VOID' THEN "block_leaf" < "leaf" AND "ordinal" IS NULL AND "prize_id" IS NULL
                ELSE "block_leaf" IS NULL AND "ordinal" >= 0 AND "prize_id" IS NOT NULL END
  )
);
ALTER TABLE "book_entries"
  ADD CONSTRAINT "book_entries_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- A block is voided once.
CREATE UNIQUE INDEX "book_entries_raffle_id_block_leaf_key" ON "book_entries"("raffle_id", "block_leaf");
CREATE TRIGGER "book_entries_append_only" BEFORE UPDATE OR DELETE ON "book_entries" FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE "order_boxes" DROP CONSTRAINT "order_boxes_order_id_fkey";
ALTER TABLE "quota_allocations"
  DROP CONSTRAINT "quota_allocations_pkey",
  DROP CONSTRAINT "quota_allocations_never_overlap",
  ADD COLUMN "leaf" INTEGER,
  ADD COLUMN "how" "paid_how",
  ADD COLUMN "round" BIGINT;
DROP INDEX "quota_allocations_raffle_id_first_ordinal_key";

-- Raffles that were sold before have their blocks first, then one leaf for each that was voided.
ALTER TABLE "quota_allocations" DISABLE TRIGGER USER;
UPDATE "quota_allocations" a SET "leaf" = n."leaf", "how" = n."how"
FROM (
  SELECT b."order_id", row_number() OVER (PARTITION BY b."raffle_id" ORDER BY b."first_ordinal") - 1 AS "leaf",
         CASE WHEN o."total_value" = 0 THEN 'FREE'
              WHEN EXISTS (SELECT FROM "payments" p WHERE p."order_id" = o."id" AND p."source" IN ('CALLBACK', 'RECONCILIATION')) THEN 'PIX'
              ELSE 'BY_HAND' END::"paid_how" AS "how"
  FROM "quota_allocations" b JOIN "orders" o ON o."id" = b."order_id"
) n WHERE n."order_id" = a."order_id";
ALTER TABLE "quota_allocations" ENABLE TRIGGER USER;
INSERT INTO "book_entries" ("raffle_id", "leaf", "type", "block_leaf", "created_at")
SELECT a."raffle_id",
       (SELECT count(*) FROM "quota_allocations" b WHERE b."raffle_id" = a."raffle_id")
         + row_number() OVER (PARTITION BY a."raffle_id" ORDER BY a."voided_at", a."leaf") - 1,
       'VOID', a."leaf", a."voided_at"
FROM "quota_allocations" a WHERE a."voided_at" IS NOT NULL;
UPDATE "raffle_counters" c SET
  "leaves" = (SELECT count(*) FROM "quota_allocations" a WHERE a."raffle_id" = c."raffle_id")
           + (SELECT count(*) FROM "book_entries" e WHERE e."raffle_id" = c."raffle_id"),
  "is_instant" = EXISTS (SELECT FROM "raffle_commitments" m WHERE m."raffle_id" = c."raffle_id"
                         AND (m."boxes_hash" IS NOT NULL OR m."quota_prizes_hash" IS NOT NULL));

ALTER TABLE "quota_allocations"
  ALTER COLUMN "leaf" SET NOT NULL,
  ALTER COLUMN "how" SET NOT NULL,
  ADD CONSTRAINT "quota_allocations_pkey" PRIMARY KEY ("raffle_id", "leaf"),
  ADD CONSTRAINT "quota_allocations_leaf_check" CHECK ("leaf" >= 0),
  -- Also the index by which the live block of an ordinal is found.
  ADD CONSTRAINT "quota_allocations_never_overlap"
    EXCLUDE USING gist ("raffle_id" WITH =, int4range("first_ordinal", "end_ordinal") WITH &&) WHERE ("voided_at" IS NULL);
CREATE INDEX "quota_allocations_raffle_id_first_ordinal_idx" ON "quota_allocations"("raffle_id", "first_ordinal");
CREATE INDEX "quota_allocations_order_id_idx" ON "quota_allocations"("order_id");
ALTER TABLE "order_boxes"
  ADD CONSTRAINT "order_boxes_order_id_fkey"
    FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "beacon_rounds" (
  "chain" TEXT NOT NULL,
  "round" BIGINT NOT NULL,
  "signature" BYTEA,
  "claimed_until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "beacon_rounds_pkey" PRIMARY KEY ("chain", "round"),
  CONSTRAINT "beacon_rounds_signature_check" CHECK (octet_length("signature") = 48)
);

-- A raffle that published awarded boxes or quota prizes has instant prizes.
CREATE TRIGGER "raffle_commitments_mark_instant" AFTER INSERT OR UPDATE ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION mark_instant();
