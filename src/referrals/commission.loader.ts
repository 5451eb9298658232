import { loadByKey } from '../graphql/load-by-key.js';
import { selectPendingCommissions } from './commission.sql.js';

export const loaders = {
  /** Centavos. */
  pendingCommission: loadByKey(
    ({ db }, userIds) => db.query(selectPendingCommissions, [userIds]),
    ({ userId, amount }) => [userId, amount],
    0n,
  ),
};
