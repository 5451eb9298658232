import { statement } from '../platform/database/statement.js';

/** The orders of a charge, and those that money came for under its reference, settled or late. $1 txid. */
export const selectOrdersOfTxid = statement<{ id: string }>(
  'select_orders_of_txid',
  `
  SELECT c.order_id::text AS id FROM charges c WHERE c.txid = $1 AND c.order_id IS NOT NULL
  UNION SELECT p.order_id::text FROM payments p WHERE p.txid = $1 AND p.order_id IS NOT NULL`,
);

/** The order that a payment came for, settled or late. $1 end-to-end id. */
export const selectOrderOfEndToEndId = statement<{ id: string }>(
  'select_order_of_end_to_end_id',
  `SELECT p.order_id::text AS id FROM payments p WHERE p.end_to_end_id = $1 AND p.order_id IS NOT NULL`,
);
