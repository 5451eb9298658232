-- A new phone or e-mail address of a buyer is proved by a code that only the buyer's account can use.
CREATE TABLE "contact_codes" (
  "user_id" UUID NOT NULL,
  "contact" TEXT NOT NULL,
  "code_hash" BYTEA NOT NULL,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "contact_codes_pkey" PRIMARY KEY ("user_id", "contact")
);
CREATE INDEX "contact_codes_expires_at_idx" ON "contact_codes"("expires_at");
ALTER TABLE "contact_codes" ADD CONSTRAINT "contact_codes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
