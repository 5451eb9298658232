-- The secret that proves a provider's callbacks can be replaced, and is not sent to another host than the one that has it.
ALTER TABLE "payment_providers" ADD COLUMN "callback_secret_origin" TEXT,
ADD COLUMN "previous_callback_secret_ends_at" TIMESTAMPTZ(3),
ADD COLUMN "sealed_previous_callback_secret" BYTEA;

-- Who has the secrets of today was not written down: the next registration replaces them.
UPDATE "payment_providers" SET "callback_secret_origin" = '';
