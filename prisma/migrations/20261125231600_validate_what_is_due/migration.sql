ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_due";
ALTER TABLE "charges" VALIDATE CONSTRAINT "charges_checked";
