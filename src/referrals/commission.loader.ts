import { loadByKey } from '../graphql/load-by-key.js';
import { selectDisputedCommissions, selectPendingCommissions } from './commission.sql.js';

export const loaders = {
  /** Centavos. */
  pendingCommission: loadByKey(
    ({ db }, userIds) => db.query(selectPendingCommissions, [userIds]),
    ({ userId, amount }) => [userId, amount],
    0n,
  ),
  /** Centavos. */
  disputedCommission: loadByKey(
    ({ db }, userIds) => db.query(selectDisputedCommissions, [userIds]),
    ({ userId, amount }) => [userId, amount],
    0n,
  ),
};
