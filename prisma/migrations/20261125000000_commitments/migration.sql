-- What a raffle says before its first sale of what chance decides, so that nobody has to believe its operator. From the first sale on it
-- cannot be changed: the database refuses, whoever asks.
CREATE TYPE "draw_mode" AS ENUM ('BEACON', 'LOTERIA_FEDERAL');
CREATE TYPE "prize_event" AS ENUM ('LOCKED', 'UNLOCKED');

ALTER TABLE "raffles" ADD COLUMN "draw_mode" "draw_mode" NOT NULL DEFAULT 'BEACON', ADD COLUMN "frozen_at" TIMESTAMPTZ(3);

-- The secrets and hashes of what a raffle may have beside its lucky numbers; no row while it has neither.
CREATE TABLE "raffle_commitments" (
    "raffle_id" UUID NOT NULL,
    "sealed_box_seed" BYTEA,
    "box_seed_hash" BYTEA,
    "boxes_hash" BYTEA,
    "sealed_quota_prizes_salt" BYTEA,
    "quota_prizes_hash" BYTEA,

    CONSTRAINT "raffle_commitments_pkey" PRIMARY KEY ("raffle_id"),
    CONSTRAINT "raffle_commitments_boxes_check" CHECK (
      ("sealed_box_seed" IS NULL) = ("box_seed_hash" IS NULL) AND ("boxes_hash" IS NULL OR "box_seed_hash" IS NOT NULL)
    ),
    CONSTRAINT "raffle_commitments_quota_prizes_check" CHECK ("quota_prizes_hash" IS NULL OR "sealed_quota_prizes_salt" IS NOT NULL)
);
ALTER TABLE "raffle_commitments" ADD CONSTRAINT "raffle_commitments_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was done to prizes while quotas were sold, in the order it was done. It holds for the blocks that begin at the ordinal or above.
CREATE TABLE "prize_log" (
    "id" BIGSERIAL NOT NULL,
    "raffle_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "type" "prize_event" NOT NULL,
    "prize_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prize_log_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "prize_log_ordinal_check" CHECK ("ordinal" >= 0)
);
-- In an order of its own (ids are never null), by which a statement names it.
CREATE INDEX "prize_log_raffle_id_id_idx" ON "prize_log"("raffle_id", "id" NULLS FIRST);
ALTER TABLE "prize_log" ADD CONSTRAINT "prize_log_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whether somebody holds a quota or ever paid for one: `allocated` never falls. Whoever decides by it holds the counter's lock.
CREATE FUNCTION raffle_is_sold(p_raffle_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM raffle_counters c WHERE c.raffle_id = p_raffle_id AND c.reserved + c.allocated > 0)
$$;

-- For tables with a raffle_id: their rows stand from the first sale on.
CREATE FUNCTION refuse_change_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(coalesce(NEW.raffle_id, OLD.raffle_id)) THEN
    RAISE EXCEPTION '% of raffle % stands since the first sale', TG_TABLE_NAME, coalesce(NEW.raffle_id, OLD.raffle_id)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION refuse_raffle_change_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(NEW.id) THEN
    RAISE EXCEPTION 'quantity, price, draw mode and secret of raffle % stand since the first sale', NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "raffles_stand_once_sold" BEFORE UPDATE OF "quota_quantity", "quota_price", "draw_mode", "secret_hash" ON "raffles"
  FOR EACH ROW WHEN (OLD."quota_quantity" <> NEW."quota_quantity" OR OLD."quota_price" <> NEW."quota_price"
                     OR OLD."draw_mode" <> NEW."draw_mode" OR OLD."secret_hash" <> NEW."secret_hash")
  EXECUTE FUNCTION refuse_raffle_change_once_sold();
CREATE TRIGGER "raffle_prizes_stand_once_sold" BEFORE INSERT OR UPDATE OR DELETE ON "raffle_prizes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
-- The secrets are sealed anew when keys are rotated; what they are stays.
CREATE TRIGGER "raffle_commitments_stand_once_sold"
  BEFORE UPDATE OF "box_seed_hash", "boxes_hash", "quota_prizes_hash" ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "raffle_commitments_begin_before_the_sale" BEFORE INSERT OR DELETE ON "raffle_commitments"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();

-- From the freeze on no order joins a draw or leaves it. One look for each raffle of a statement, not for each row.
CREATE FUNCTION refuse_allocation_of_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT n.raffle_id FROM changed n) c JOIN raffles r ON r.id = c.raffle_id WHERE r.frozen_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'a raffle that is frozen for its draw takes no block of quotas, and none is voided' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "quota_allocations_join_before_freeze" AFTER INSERT ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_allocation_of_frozen();
CREATE TRIGGER "quota_allocations_leave_before_freeze" AFTER UPDATE ON "quota_allocations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_allocation_of_frozen();
