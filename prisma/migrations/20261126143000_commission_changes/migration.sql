-- A settlement writes rows of its own here. They are counted into "referrers" and "pending_commissions" later, so that settlements of
-- different raffles do not wait for the row of a referrer of both.
CREATE TABLE "commission_changes" (
  "id" BIGSERIAL NOT NULL,
  "referrer_id" UUID NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "orders" INTEGER NOT NULL,
  "accrued" BIGINT NOT NULL DEFAULT 0,
  "reversed" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "commission_changes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "commission_changes_referrer_id_fkey"
    FOREIGN KEY ("referrer_id") REFERENCES "referrers"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "commission_changes_referrer_id_idx" ON "commission_changes"("referrer_id");
