-- Quotas whose money went back are sold again in a raffle without instant prizes. With instant prizes they are spent.
ALTER TABLE "raffle_counters"
  ADD COLUMN "returned" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "spent" INTEGER NOT NULL DEFAULT 0,
  DROP CONSTRAINT "raffle_counters_never_oversold";
ALTER TABLE "raffle_counters"
  ADD CONSTRAINT "raffle_counters_never_oversold" CHECK (
    "sellable" >= 0 AND "reserved" >= 0 AND "returned" >= 0 AND "spent" >= 0 AND "allocated" >= "returned" + "spent"
    AND "allocated" <= "sellable" AND "reserved" + "allocated" - "returned" <= "sellable"
  );
UPDATE "raffle_counters" c SET "spent" = a."quotas"
FROM (SELECT "raffle_id", sum("end_ordinal" - "first_ordinal") AS "quotas" FROM "quota_allocations" WHERE "voided_at" IS NOT NULL GROUP BY 1) a
WHERE a."raffle_id" = c."raffle_id";

-- Sums have live blocks only: all of them are summed again before they are compared.
UPDATE "book_checks" SET "round_ended_at" = NULL;

CREATE TABLE "returned_quotas" (
  "raffle_id" UUID NOT NULL,
  "first_ordinal" INTEGER NOT NULL,
  "end_ordinal" INTEGER NOT NULL,
  CONSTRAINT "returned_quotas_pkey" PRIMARY KEY ("raffle_id", "first_ordinal"),
  CONSTRAINT "returned_quotas_range_check" CHECK ("first_ordinal" >= 0 AND "first_ordinal" < "end_ordinal"),
  CONSTRAINT "returned_quotas_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
