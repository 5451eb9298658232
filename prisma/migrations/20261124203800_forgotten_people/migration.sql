-- Whom an event speaks of, so that a deletion finds it.
ALTER TABLE "webhook_events" ADD COLUMN "person_id" UUID;
UPDATE "webhook_events" SET "person_id" = ("body"::jsonb #>> '{data,userId}')::uuid WHERE "body" LIKE '%"userId":"%';
CREATE INDEX "webhook_events_person_id_idx" ON "webhook_events" ("person_id") WHERE "person_id" IS NOT NULL;

-- Masked digits beside an id are data of a person too, and the audit log is kept for ever.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";
UPDATE "audit_log" a SET "details" = a."details" || coalesce((
  SELECT jsonb_object_agg(e.key, '***') FROM jsonb_each(a."details") e
  WHERE e.key ~ '^(name|phone|cpf|email|birthDate)(Before)?$' AND e.value <> 'null'
), '{}')
WHERE a."subject_type" = 'user' AND a."action" IN ('createUser', 'updateUser')
  AND EXISTS (SELECT FROM "users" u WHERE u."id"::text = a."subject_id" AND u."role" = 'USER');
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";

DROP TRIGGER "audit_log_append_only" ON "audit_log";
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
