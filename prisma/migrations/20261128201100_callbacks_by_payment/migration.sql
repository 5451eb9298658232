-- expand
-- The callbacks of a payment. Each is written once, when its attempt ends.
CREATE INDEX CONCURRENTLY "payment_callbacks_about" ON "payment_callbacks" USING gin ("about") WHERE "about" IS NOT NULL;
