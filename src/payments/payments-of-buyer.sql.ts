// SQL: a part of statements of other features. OFFSET 0: the orders are read first, then the payments of each.
/** The ids of what a buyer paid, an array. $1 user. */
export const PAYMENTS_OF_BUYER = `ARRAY(
    SELECT p.id FROM orders o CROSS JOIN LATERAL (SELECT x.id FROM payments x WHERE x.order_id = o.id OFFSET 0) p
    WHERE o.user_id = $1
  )`;
