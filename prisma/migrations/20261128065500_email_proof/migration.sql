-- expand
-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proved_at" TIMESTAMPTZ(3);
