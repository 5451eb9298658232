-- expand
CREATE TABLE "order_sources" (
    "block" BIGINT NOT NULL,
    "raffle_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "campaign" TEXT COLLATE "C" NOT NULL,
    "status" "order_status" NOT NULL,
    "orders" INTEGER NOT NULL,
    "quotas" BIGINT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "order_sources_pkey" PRIMARY KEY ("block","raffle_id","day","source","campaign","status")
);

CREATE TABLE "order_source_totals" (
    "raffle_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "campaign" TEXT COLLATE "C" NOT NULL,
    "status" "order_status" NOT NULL,
    "orders" INTEGER NOT NULL,
    "quotas" BIGINT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "order_source_totals_pkey" PRIMARY KEY ("raffle_id","day","source","campaign","status")
);

-- The next round over the books is one that goes on until it has seen every order: it counts the sources of those that are there.
UPDATE "book_checks" SET "round_kind" = 'ORDERS', "round_block" = 0, "round_raffle_id" = NULL, "round_user_id" = NULL,
  "round_started_at" = now(), "round_ended_at" = NULL
WHERE "id" = 1;
