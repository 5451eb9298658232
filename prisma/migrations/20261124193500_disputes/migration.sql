-- Claims on payments (MED): while one is open, nothing goes out for its payment.
CREATE TYPE "dispute_status" AS ENUM ('OPEN', 'RELEASED', 'RETURNED');
CREATE TYPE "dispute_opener" AS ENUM ('PROVIDER', 'OPERATOR');

CREATE TABLE "disputes" (
  "id" UUID NOT NULL,
  "payment_id" UUID NOT NULL,
  "status" "dispute_status" NOT NULL DEFAULT 'OPEN',
  "opened_by" "dispute_opener" NOT NULL,
  "return_id" TEXT,
  "amount" BIGINT NOT NULL,
  "reason" TEXT,
  "note" TEXT,
  "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "heard_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "next_check_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "disputes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "disputes_amount" CHECK ("amount" > 0),
  CONSTRAINT "disputes_return" CHECK (("opened_by" = 'PROVIDER') = ("return_id" IS NOT NULL)),
  CONSTRAINT "disputes_ended" CHECK (("status" = 'OPEN') = ("ended_at" IS NULL) AND ("status" = 'OPEN' OR "next_check_at" IS NULL)),
  CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "disputes_payment_id_return_id_key" ON "disputes"("payment_id", "return_id");
CREATE INDEX "disputes_opened_at_id_idx" ON "disputes"("opened_at", "id");
CREATE INDEX "disputes_status_opened_at_id_idx" ON "disputes"("status", "opened_at", "id");
CREATE INDEX "disputes_open" ON "disputes"("payment_id") WHERE "status" = 'OPEN';
CREATE UNIQUE INDEX "disputes_of_operators" ON "disputes"("payment_id") WHERE "status" = 'OPEN' AND "opened_by" = 'OPERATOR';
CREATE INDEX "disputes_due" ON "disputes"("next_check_at") WHERE "next_check_at" IS NOT NULL;
