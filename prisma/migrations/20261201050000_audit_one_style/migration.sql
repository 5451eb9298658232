-- Entries in one style: amounts as decimal text, where those of refunds were whole centavos; types of subjects in camel case; UUIDs in
-- small letters, as the rows have them. What the entries say stays the same, which is why the log may change this once.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";

-- Of each amount in whole centavos, which has no decimal point.
WITH centavos AS (
  SELECT a.id,
         jsonb_object_agg(
           CASE d.key WHEN 'amountCentavos' THEN 'amount' ELSE d.key END,
           to_jsonb(((d.value #>> '{}')::numeric / 100)::numeric(20, 2)::text)
         ) AS amounts
  FROM "audit_log" a, jsonb_each(a.details) d
  WHERE d.key IN ('amount', 'amountCentavos', 'taken', 'left', 'excess')
    AND a.action IN (
      'refundOrder', 'refundLatePayment', 'refundPixPayment', 'confirmRefund', 'returnedBeyondPayment', 'orderVoidedByBankReturn',
      'bankReturnNeedsDecision', 'generateBillingQrCode'
    )
    AND d.value #>> '{}' ~ '^-?[0-9]+$'
  GROUP BY a.id
)
UPDATE "audit_log" a SET details = (a.details - 'amountCentavos') || c.amounts FROM centavos c WHERE c.id = a.id;

UPDATE "audit_log" SET subject_type = 'latePayment' WHERE subject_type = 'late_payment';

UPDATE "audit_log" SET subject_id = lower(subject_id)
WHERE subject_id ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' AND subject_id <> lower(subject_id);

ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";
