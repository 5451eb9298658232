-- expand
ALTER TABLE "site_settings" ADD COLUMN "home_raffle_slug" TEXT;
