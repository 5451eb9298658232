-- The same PIX or words in another spelling are the same evidence. Of two that were confirmed before this, the first has the hash.
DROP INDEX "refunds_return_end_to_end_id_key";
ALTER TABLE "refunds" ADD COLUMN "evidence_hash" BYTEA;
UPDATE "refunds" f SET "evidence_hash" = sha256(convert_to(upper(substr(f."return_end_to_end_id", 2)), 'UTF8'))
WHERE f."id" IN (
  SELECT DISTINCT ON (upper("return_end_to_end_id")) "id" FROM "refunds" WHERE "return_end_to_end_id" IS NOT NULL
  ORDER BY upper("return_end_to_end_id"), "confirmed_at", "id"
);
CREATE UNIQUE INDEX "refunds_evidence_hash_key" ON "refunds"("evidence_hash");
