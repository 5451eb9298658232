-- expand
-- Files of a deleted schedule count as files of a schedule. What schedules made before counts as asked for, for its week.
ALTER TABLE "exports" ADD COLUMN "is_scheduled" BOOLEAN NOT NULL DEFAULT false;
