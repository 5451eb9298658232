// SQL: pages of many orders at once.
import type { Refund } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';

/** A refund with the order whose payment it is of. */
export type RefundOfOrder = Pick<
  Refund,
  'id' | 'paymentId' | 'latePaymentId' | 'amount' | 'status' | 'initiator' | 'reason' | 'createdAt' | 'settledAt'
> & { orderId: string };

const COLUMNS = selectList(
  columnsOfTable('f', ['id', 'paymentId', 'latePaymentId', 'amount', 'status', 'initiator', 'reason', 'createdAt', 'settledAt']),
);

/** A page of the refunds of each of several orders, oldest first. $1 order ids, $2 and $3 instant and id behind which, $4 how many. */
export const selectRefundsOfOrders = statement<RefundOfOrder>(
  'select_refunds_of_orders',
  `
  SELECT owner.id::text AS "orderId", ${COLUMNS}
  FROM unnest($1::bigint[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT own.* FROM (
      SELECT x.* FROM payments p JOIN refunds x ON x.payment_id = p.id WHERE p.order_id = owner.id OFFSET 0
    ) own
    WHERE (own.created_at, own.id) > ($2::timestamptz, $3::text) ORDER BY own.created_at, own.id LIMIT $4
  ) f
  ORDER BY owner.id, f.created_at, f.id`,
);

/** How many refunds orders have; none for one without. $1 order ids. */
export const countRefundsOfOrders = statement<{ orderId: string; count: number }>(
  'count_refunds_of_orders',
  `
  SELECT p.order_id::text AS "orderId", count(*)::int AS count FROM payments p JOIN refunds f ON f.payment_id = p.id
  WHERE p.order_id = ANY ($1::bigint[]) GROUP BY p.order_id`,
);
