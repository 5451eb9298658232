-- A list of one action or one operator is read by its own index and by no other: by the index of all entries, whose order was the same,
-- PostgreSQL walked a million entries in search of an action that few have. Where the audit log is that long, build these
-- beforehand under other names, with CREATE INDEX CONCURRENTLY, and rename them in place of the old ones.

DROP INDEX IF EXISTS "audit_log_actor_id_action_created_at_id_idx";
CREATE INDEX "audit_log_actor_id_action_created_at_id_idx"
  ON "audit_log"("actor_id", "action", "created_at", "id" NULLS FIRST);

DROP INDEX IF EXISTS "audit_log_actor_id_created_at_id_idx";
CREATE INDEX "audit_log_actor_id_created_at_id_idx" ON "audit_log"("actor_id", "created_at" NULLS FIRST, "id" NULLS FIRST);

DROP INDEX IF EXISTS "audit_log_action_created_at_id_idx";
CREATE INDEX "audit_log_action_created_at_id_idx" ON "audit_log"("action", "created_at" NULLS FIRST, "id" NULLS FIRST);
