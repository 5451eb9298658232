-- A phone belongs to the account that proved it by a code. What was only typed reserves nothing.
ALTER TABLE "users" ADD COLUMN "phone_proved_at" TIMESTAMPTZ(3);

DROP INDEX "users_phone_key";
DROP INDEX "users_cpf_key";
DROP INDEX "users_email_key";
CREATE INDEX "users_phone_phone_proved_at_created_at_idx" ON "users"("phone", "phone_proved_at", "created_at");
CREATE INDEX "users_cpf_idx" ON "users"("cpf");
CREATE INDEX "users_email_idx" ON "users"("email");
CREATE UNIQUE INDEX "users_proved_phone_key" ON "users"("phone") WHERE "phone_proved_at" IS NOT NULL;
CREATE UNIQUE INDEX "users_operator_email_key" ON "users"("email") WHERE "role" = 'ADMIN';
