-- expand
CREATE TYPE "filtered_list" AS ENUM ('ORDERS', 'PEOPLE', 'AUDIT');

CREATE TABLE "saved_filters" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" "filtered_list" NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_filters_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_filters_name_check" CHECK (length("name") BETWEEN 1 AND 40),
    CONSTRAINT "saved_filters_query_check" CHECK (length("query") BETWEEN 1 AND 500)
);

CREATE UNIQUE INDEX "saved_filters_user_id_list_name_key" ON "saved_filters"("user_id", "list", "name");

ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
