-- What callers asked for in a window, summed up over all processes: nothing that a crash must keep.
CREATE UNLOGGED TABLE "rate_sums" (
    "key" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_sums_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "rate_sums_ends_at_idx" ON "rate_sums"("ends_at");
