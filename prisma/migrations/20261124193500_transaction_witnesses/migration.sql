-- Each transaction writes its row, which shows after a lost reply whether it committed.
CREATE TABLE "transaction_witnesses" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_asker" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "transaction_witnesses_pkey" PRIMARY KEY ("id")
);
-- Every transaction begins here: giving pages back to the system would make all of them wait.
ALTER TABLE "transaction_witnesses" SET (vacuum_truncate = off);
