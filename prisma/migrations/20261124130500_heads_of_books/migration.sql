-- What is published of the public book of a sale: its heads, and the roots from which proofs are computed.

CREATE TABLE "raffle_books" (
  "raffle_id" UUID NOT NULL,
  "sealed_key" BYTEA NOT NULL,
  "size" INTEGER NOT NULL DEFAULT 0,
  "frontier" BYTEA NOT NULL,
  CONSTRAINT "raffle_books_pkey" PRIMARY KEY ("raffle_id"),
  CONSTRAINT "raffle_books_frontier_check" CHECK ("size" >= 0 AND octet_length("frontier") = 32 * bit_count("size"::bit(32)))
);
CREATE TABLE "book_subtrees" (
  "raffle_id" UUID NOT NULL,
  "index" INTEGER NOT NULL,
  "root" BYTEA NOT NULL,
  CONSTRAINT "book_subtrees_pkey" PRIMARY KEY ("raffle_id", "index"),
  CONSTRAINT "book_subtrees_root_check" CHECK ("index" >= 0 AND octet_length("root") = 32)
);
CREATE TABLE "book_heads" (
  "raffle_id" UUID NOT NULL,
  "size" INTEGER NOT NULL,
  "root" BYTEA NOT NULL,
  "pix" INTEGER NOT NULL,
  "by_hand" INTEGER NOT NULL,
  "free" INTEGER NOT NULL,
  "given_back" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "book_heads_pkey" PRIMARY KEY ("raffle_id", "size"),
  CONSTRAINT "book_heads_root_check" CHECK ("size" > 0 AND octet_length("root") = 32),
  CONSTRAINT "book_heads_quotas_check" CHECK (least("pix", "by_hand", "free", "given_back") >= 0)
);
ALTER TABLE "raffle_books"
  ADD CONSTRAINT "raffle_books_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "book_subtrees"
  ADD CONSTRAINT "book_subtrees_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffle_books"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "book_heads"
  ADD CONSTRAINT "book_heads_raffle_id_fkey"
    FOREIGN KEY ("raffle_id") REFERENCES "raffle_books"("raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is public never changes. The key is encrypted again when keys are rotated.
CREATE TRIGGER "raffle_books_grow" BEFORE UPDATE OF "size", "frontier" ON "raffle_books" FOR EACH ROW
  WHEN (NEW."size" <= OLD."size") EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "raffle_books_stay" BEFORE DELETE ON "raffle_books" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "book_subtrees_append_only" BEFORE UPDATE OR DELETE ON "book_subtrees" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "book_heads_append_only" BEFORE UPDATE OR DELETE ON "book_heads" FOR EACH ROW EXECUTE FUNCTION refuse_change();
