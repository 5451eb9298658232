-- expand
-- Files of a deleted schedule count as files of a schedule.
ALTER TABLE "exports" ADD COLUMN "is_scheduled" BOOLEAN NOT NULL DEFAULT false;

UPDATE "exports" SET "is_scheduled" = true WHERE "schedule_id" IS NOT NULL;
