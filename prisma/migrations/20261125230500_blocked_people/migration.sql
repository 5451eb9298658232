-- Who is blocked, by what other accounts of the same person have: an order asks for it. In an order that no other index of users has.
CREATE INDEX "users_blocked_phone" ON "users" ("phone" NULLS FIRST) WHERE "blocked_at" IS NOT NULL;
CREATE INDEX "users_blocked_cpf" ON "users" ("cpf" NULLS FIRST) WHERE "blocked_at" IS NOT NULL;
