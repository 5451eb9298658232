-- Operators have a role of their own, so that one can be let in for a part of the work; people can be blocked; and what operators did says
-- from where.

-- CreateEnum
CREATE TYPE "operator_role" AS ENUM ('OWNER', 'FINANCE', 'MANAGER', 'SUPPORT');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "blocked_reason" TEXT,
ADD COLUMN     "operator_role" "operator_role";

-- Until now every operator might do everything.
UPDATE "users" SET "operator_role" = 'OWNER' WHERE "role" = 'ADMIN';
ALTER TABLE "users" ADD CONSTRAINT "users_operator_role" CHECK (("role" = 'ADMIN') = ("operator_role" IS NOT NULL));

-- A process of the release before, while this one takes its place, makes the first operator without a role.
CREATE FUNCTION first_operator_owns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.operator_role := 'OWNER';
  RETURN NEW;
END $$;
CREATE TRIGGER "users_first_operator_owns" BEFORE INSERT ON "users" FOR EACH ROW
  WHEN (NEW.role = 'ADMIN' AND NEW.operator_role IS NULL)
  EXECUTE FUNCTION first_operator_owns();

-- A blocked person's tokens end as a deleted one's do, and so do those of an operator who may do less, or more.
DROP TRIGGER "users_end_tokens" ON "users";
CREATE TRIGGER "users_end_tokens" BEFORE UPDATE OF "role", "operator_role", "password_hash", "blocked_at", "deleted_at" ON "users"
  FOR EACH ROW
  WHEN (
    OLD.role IS DISTINCT FROM NEW.role
    OR OLD.operator_role IS DISTINCT FROM NEW.operator_role
    OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.blocked_at IS DISTINCT FROM NEW.blocked_at
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
  )
  EXECUTE FUNCTION end_tokens();

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "actor_address" TEXT,
ADD COLUMN     "request_id" TEXT;

-- What owners read it by, newest first.
-- DropIndex
DROP INDEX "audit_log_subject_type_subject_id_idx";

-- CreateIndex
CREATE INDEX "audit_log_subject_type_subject_id_created_at_id_idx" ON "audit_log"("subject_type", "subject_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_actor_id_action_created_at_id_idx" ON "audit_log"("actor_id", "action", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_actor_id_created_at_id_idx" ON "audit_log"("actor_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_action_created_at_id_idx" ON "audit_log"("action", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_created_at_id_idx" ON "audit_log"("created_at", "id");

-- Who is there, newest first, and among them the few who are blocked, and who own the place.
CREATE INDEX "users_there" ON "users" ("role", "created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "users_blocked" ON "users" ("role", "created_at", "id") WHERE "blocked_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "users_owners" ON "users" ("id") WHERE "operator_role" = 'OWNER' AND "blocked_at" IS NULL AND "deleted_at" IS NULL;
