-- expand
-- What a callback is about: end-to-end ids, txids and references of its provider. Null in those that came before, and until the first attempt.
ALTER TABLE "payment_callbacks" ADD COLUMN "about" TEXT[];
