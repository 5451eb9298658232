-- Awarded boxes: the prizes that boxes may hold, how many boxes an order gets, the boxes of each order, and which of them hold something.
-- No box has a row of its own. Nobody can give a unit twice, or one that there is not: the keys and checks below see to it.
CREATE TYPE "box_mode" AS ENUM ('PORCENTAGEM', 'ALEATORIO');
CREATE TYPE "box_standing" AS ENUM ('LOCKED', 'UNLOCKED');

CREATE TABLE "awarded_boxes" (
    "id" UUID NOT NULL,
    "raffle_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "prize" BIGINT NOT NULL,
    "mode" "box_mode" NOT NULL,
    "percentage" INTEGER,
    "release_at" INTEGER NOT NULL DEFAULT 0,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "standing" "box_standing" NOT NULL,
    "given" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "awarded_boxes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "awarded_boxes_quantity_check" CHECK ("quantity" BETWEEN 1 AND 1000000),
    CONSTRAINT "awarded_boxes_given_check" CHECK ("given" BETWEEN 0 AND "quantity"),
    CONSTRAINT "awarded_boxes_prize_check" CHECK ("prize" BETWEEN 1 AND 999999999999),
    CONSTRAINT "awarded_boxes_percentage_check" CHECK (
      CASE WHEN "mode" = 'PORCENTAGEM' THEN "percentage" IS NOT NULL AND "percentage" BETWEEN 1 AND 10000 ELSE "percentage" IS NULL END
    ),
    CONSTRAINT "awarded_boxes_release_at_check" CHECK ("release_at" BETWEEN 0 AND 10000)
);
-- The order of creation is the order of the bands.
CREATE UNIQUE INDEX "awarded_boxes_raffle_id_position_key" ON "awarded_boxes"("raffle_id", "position");
-- A win names all three, so that it is of its own raffle and its unit below the quantity.
CREATE UNIQUE INDEX "awarded_boxes_id_raffle_id_quantity_key" ON "awarded_boxes"("id", "raffle_id", "quantity");
ALTER TABLE "awarded_boxes" ADD CONSTRAINT "awarded_boxes_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "awarded_box_combos" (
    "id" UUID NOT NULL,
    "raffle_id" UUID NOT NULL,
    "quantity_titles" INTEGER NOT NULL,
    "quantity_boxes" INTEGER NOT NULL,
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "highlighted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "awarded_box_combos_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "awarded_box_combos_titles_check" CHECK ("quantity_titles" BETWEEN 1 AND 20000),
    CONSTRAINT "awarded_box_combos_boxes_check" CHECK ("quantity_boxes" BETWEEN 1 AND 1000)
);
CREATE UNIQUE INDEX "awarded_box_combos_raffle_id_quantity_titles_key" ON "awarded_box_combos"("raffle_id", "quantity_titles");
ALTER TABLE "awarded_box_combos" ADD CONSTRAINT "awarded_box_combos_raffle_id_fkey"
  FOREIGN KEY ("raffle_id") REFERENCES "raffles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A row an order that reached a combo.
CREATE TABLE "order_boxes" (
    "order_id" BIGINT NOT NULL,
    "raffle_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "first_ordinal" INTEGER NOT NULL,
    "boxes" INTEGER NOT NULL,
    "opened" BYTEA,
    "opened_count" INTEGER NOT NULL DEFAULT 0,
    "void" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "order_boxes_pkey" PRIMARY KEY ("order_id"),
    CONSTRAINT "order_boxes_boxes_check" CHECK ("boxes" BETWEEN 1 AND 10000),
    CONSTRAINT "order_boxes_opened_check" CHECK (
      "opened_count" BETWEEN 0 AND "boxes" AND bit_count(coalesce("opened", '')) = "opened_count"
      AND ("opened" IS NULL OR length("opened") = ("boxes" + 7) / 8)
    )
);
CREATE UNIQUE INDEX "order_boxes_raffle_id_first_ordinal_key" ON "order_boxes"("raffle_id", "first_ordinal");
CREATE UNIQUE INDEX "order_boxes_order_id_raffle_id_key" ON "order_boxes"("order_id", "raffle_id");
-- In an order of their own (ids are never null), by which a buyer's newest are found and nobody else's are walked over.
CREATE INDEX "order_boxes_user_id_order_id_idx" ON "order_boxes"("user_id", "order_id" NULLS FIRST);
CREATE INDEX "order_boxes_user_id_raffle_id_order_id_idx" ON "order_boxes"("user_id", "raffle_id", "order_id" NULLS FIRST);
ALTER TABLE "order_boxes" ADD CONSTRAINT "order_boxes_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "quota_allocations"("order_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A row a box that holds a unit. A unit that a refunded order held is drawn once more, at the close, and never a third time.
CREATE TABLE "box_wins" (
    "order_id" BIGINT NOT NULL,
    "box_index" INTEGER NOT NULL,
    "raffle_id" UUID NOT NULL,
    "prize_id" UUID NOT NULL,
    "unit" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "at_close" BOOLEAN NOT NULL DEFAULT false,
    "shown_at" TIMESTAMPTZ(3),

    CONSTRAINT "box_wins_pkey" PRIMARY KEY ("order_id", "box_index"),
    CONSTRAINT "box_wins_box_index_check" CHECK ("box_index" BETWEEN 0 AND 9999),
    CONSTRAINT "box_wins_unit_check" CHECK ("unit" >= 0 AND "unit" < "quantity")
);
CREATE UNIQUE INDEX "box_wins_prize_id_unit_at_close_key" ON "box_wins"("prize_id", "unit", "at_close");
CREATE INDEX "box_wins_raffle_id_shown_at_order_id_box_index_idx" ON "box_wins"("raffle_id", "shown_at", "order_id", "box_index");
ALTER TABLE "box_wins" ADD CONSTRAINT "box_wins_order_id_raffle_id_fkey"
  FOREIGN KEY ("order_id", "raffle_id") REFERENCES "order_boxes"("order_id", "raffle_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "box_wins" ADD CONSTRAINT "box_wins_prize_id_raffle_id_quantity_fkey"
  FOREIGN KEY ("prize_id", "raffle_id", "quantity") REFERENCES "awarded_boxes"("id", "raffle_id", "quantity")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- What an order may win stands from the first sale on: its definitions, its combos, and whether combos add up. How a prize stands and how
-- many units were given goes on changing, and so does what is shown of a combo.
CREATE TRIGGER "awarded_boxes_begin_before_the_sale" BEFORE INSERT OR DELETE ON "awarded_boxes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_boxes_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "position", "title", "quantity", "prize", "mode", "percentage", "release_at", "is_locked"
  ON "awarded_boxes" FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_box_combos_begin_before_the_sale" BEFORE INSERT OR DELETE ON "awarded_box_combos"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();
CREATE TRIGGER "awarded_box_combos_stand_once_sold"
  BEFORE UPDATE OF "id", "raffle_id", "quantity_titles", "quantity_boxes" ON "awarded_box_combos"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_once_sold();

-- Whether the log names a prize, which then stays.
CREATE INDEX "prize_log_prize_id_idx" ON "prize_log"("prize_id");

CREATE FUNCTION refuse_combo_rule_once_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF raffle_is_sold(NEW.id) THEN
    RAISE EXCEPTION 'whether the combos of raffle % add up stands since the first sale', NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "raffles_combo_rule_stands_once_sold" BEFORE UPDATE OF "acumulative_combo" ON "raffles"
  FOR EACH ROW WHEN (OLD."acumulative_combo" <> NEW."acumulative_combo") EXECUTE FUNCTION refuse_combo_rule_once_sold();

-- A box that was opened stays opened, and one that is void is not opened.
CREATE FUNCTION refuse_closing_a_box() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was opened of order % stays opened, and what is void stays closed and void', NEW.order_id
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "order_boxes_only_open" BEFORE UPDATE ON "order_boxes" FOR EACH ROW
  WHEN (OLD."boxes" <> NEW."boxes" OR NEW."opened_count" < OLD."opened_count" OR (OLD."void" AND NOT NEW."void")
        OR (OLD."void" AND OLD."opened" IS DISTINCT FROM NEW."opened"))
  EXECUTE FUNCTION refuse_closing_a_box();
