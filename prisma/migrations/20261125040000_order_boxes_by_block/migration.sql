-- Where an order's block begins is told by the block, and a buyer's boxes of one raffle are among few of theirs: each payment with boxes
-- writes two indexes less. The first index goes with its column.
ALTER TABLE "order_boxes" DROP COLUMN "first_ordinal";
DROP INDEX "order_boxes_user_id_raffle_id_order_id_idx";
