-- Buyers who were deleted by earlier versions: the words about them that a deletion takes away today.
CREATE TEMPORARY TABLE "deleted_buyers" ON COMMIT DROP AS
  SELECT "id" FROM "users" WHERE "role" = 'USER' AND "deleted_at" IS NOT NULL;
CREATE TEMPORARY TABLE "their_orders" ON COMMIT DROP AS
  SELECT o."id" FROM "deleted_buyers" b JOIN "orders" o ON o."user_id" = b."id";
CREATE TEMPORARY TABLE "their_payments" ON COMMIT DROP AS
  SELECT p."id" FROM "their_orders" o JOIN "payments" p ON p."order_id" = o."id";

UPDATE "refunds" SET "reason" = NULL WHERE "payment_id" IN (SELECT "id" FROM "their_payments") AND "reason" IS NOT NULL;
UPDATE "late_payments" SET "note" = NULL WHERE "payment_id" IN (SELECT "id" FROM "their_payments") AND "note" IS NOT NULL;
UPDATE "disputes" SET "reason" = NULL, "note" = NULL
WHERE "payment_id" IN (SELECT "id" FROM "their_payments") AND ("reason" IS NOT NULL OR "note" IS NOT NULL);
UPDATE "won_prizes" SET "receipt_note" = '***' WHERE "order_id" IN (SELECT "id" FROM "their_orders") AND "receipt_note" IS NOT NULL;
UPDATE "commission_entries" SET "note" = NULL WHERE "referrer_id" IN (SELECT "id" FROM "deleted_buyers") AND "note" IS NOT NULL;
UPDATE "webhook_events" SET "body" = jsonb_set("body"::jsonb, '{data,refunds}', coalesce((
  SELECT jsonb_agg(r.refund || '{"reason": null}' ORDER BY r.n)
  FROM jsonb_array_elements("body"::jsonb #> '{data,refunds}') WITH ORDINALITY r(refund, n)
), '[]'), false)::text
WHERE "person_id" IN (SELECT "id" FROM "deleted_buyers") AND "body" LIKE '%"reason":"%';

ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";
UPDATE "audit_log" a SET "details" = a."details" || (
  SELECT jsonb_object_agg(k.key, 'null'::jsonb) FROM jsonb_object_keys(a."details") k(key) WHERE k.key IN ('reason', 'note', 'evidence')
)
WHERE a."details" ?| ARRAY['reason', 'note', 'evidence'] AND a."details" ->> 'reason' IS DISTINCT FROM 'its buyer was deleted'
  AND (a."subject_type", a."subject_id") IN (
    SELECT 'user', b."id"::text FROM "deleted_buyers" b
    UNION ALL SELECT 'order', o."id"::text FROM "their_orders" o
    UNION ALL SELECT 'payment', p."id"::text FROM "their_payments" p
    UNION ALL SELECT 'wonPrize', w."id"::text FROM "their_orders" o JOIN "won_prizes" w ON w."order_id" = o."id"
    UNION ALL SELECT 'latePayment', l."id"::text FROM "their_payments" p JOIN "late_payments" l ON l."payment_id" = p."id"
    UNION ALL SELECT 'refund', f."id" FROM "their_payments" p JOIN "refunds" f ON f."payment_id" = p."id"
  );
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";
