-- expand
ALTER TABLE "raffles" ADD COLUMN "show_last_buyers" BOOLEAN NOT NULL DEFAULT false;
