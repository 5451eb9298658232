-- expand
-- AlterTable
ALTER TABLE "bulk_acts" ADD COLUMN "token_version" INTEGER NOT NULL DEFAULT 0;
