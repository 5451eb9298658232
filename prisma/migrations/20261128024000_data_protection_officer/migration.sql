-- expand
ALTER TABLE "site_settings" ADD COLUMN "dpo_name" TEXT, ADD COLUMN "dpo_email" TEXT;
