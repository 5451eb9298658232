import { statement } from '../platform/database/database.js';
import type { PixPayment } from './pix-payment.type.js';

/** By the keys of the buyer's own orders: among all payments those of a buyer who pays seldom are far apart. $1 user. */
const PAYMENTS_OF_BUYER = `
  FROM unnest(ARRAY(SELECT id FROM orders WHERE user_id = $1)) AS own(id) JOIN payments p ON p.order_id = own.id`;

/** Latest first. $1 user, $2 and $3 instant and id of the one to go on after or null, $4 how many. */
export const selectPaymentsOfBuyer = statement<PixPayment>(
  'select_payments_of_buyer',
  `
  SELECT p.id, p.order_id::text AS "orderId", p.end_to_end_id AS "endToEndId", p.txid, p.amount, p.source,
         p.provider_name AS "providerName", p.paid_at AS "paidAt" ${PAYMENTS_OF_BUYER}
  WHERE $2::timestamptz IS NULL OR (p.paid_at, p.id) < ($2, $3::uuid)
  ORDER BY p.paid_at DESC, p.id DESC LIMIT $4`,
);

/** $1 user. */
export const countPaymentsOfBuyer = statement<{ count: bigint }>(
  'count_payments_of_buyer',
  `SELECT count(*) ${PAYMENTS_OF_BUYER}`,
);
