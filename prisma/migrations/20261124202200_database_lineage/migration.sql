-- One row: which server and which timeline of it the database was seen on last, so that a restored copy or a new leader is noticed.
CREATE TABLE "database_lineage" (
  "id" INTEGER NOT NULL,
  "system_identifier" BIGINT NOT NULL,
  "timeline" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "database_lineage_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "database_lineage_is_one" CHECK ("id" = 1)
);
INSERT INTO "database_lineage" ("id", "system_identifier", "timeline")
SELECT 1, c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system() c;
