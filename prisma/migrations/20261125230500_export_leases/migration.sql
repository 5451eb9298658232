-- Who is being sent a large file: nothing that a crash must keep.
CREATE UNLOGGED TABLE "export_leases" (
    "account" TEXT NOT NULL,
    "claim" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "export_leases_pkey" PRIMARY KEY ("account")
);
CREATE INDEX "export_leases_held_until_idx" ON "export_leases"("held_until");
