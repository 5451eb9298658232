-- Failed logins are counted for all processes together. Unlogged: a count of minutes needs no journal, so that a flood of logins costs
-- the disk nothing; after a crash of the database the counts begin anew.

-- CreateTable
CREATE UNLOGGED TABLE "login_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "login_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "login_limits_expire_idx" ON "login_limits"("expire");
