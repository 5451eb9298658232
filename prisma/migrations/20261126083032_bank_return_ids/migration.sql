-- A return of the banks has one id everywhere. What operators recorded before this gets it from the audit log: of two payments with the
-- same id the first.
ALTER TABLE "reported_returns" ADD COLUMN "return_id" TEXT, ADD COLUMN "reported_at" TIMESTAMPTZ(3);
UPDATE "reported_returns" r SET "return_id" = said."return_id"
FROM (
  SELECT DISTINCT ON (upper(a."details" ->> 'returnId')) upper(a."details" ->> 'returnId') AS "return_id",
         left(encode(sha256(convert_to(coalesce(p."end_to_end_id", p."id"::text) || ':' || upper(a."details" ->> 'returnId'), 'UTF8')), 'hex'), 32) AS "id"
  FROM "audit_log" a JOIN "payments" p ON p."id"::text = a."subject_id"
  WHERE a."action" = 'recordBankReturn'
  ORDER BY upper(a."details" ->> 'returnId'), a."created_at", a."id"
) said
WHERE r."id" = said."id";
UPDATE "reported_returns" SET "reported_at" = "created_at" WHERE "return_id" IS NULL;
CREATE UNIQUE INDEX "reported_returns_return_id_key" ON "reported_returns"("return_id");
