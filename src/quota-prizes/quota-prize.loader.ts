import { loadByKey, loadPages } from '../graphql/load-by-key.js';
import {
  countQuotaPrizesOfOrders,
  countQuotaPrizesOfRaffles,
  selectQuotaPrizesOfOrders,
  selectQuotaPrizesOfRaffles,
} from './quota-prize.sql.js';

export const loaders = {
  quotaPrizesOfRaffle: loadPages(
    ({ db }, ids, { after, count }) => db.query(selectQuotaPrizesOfRaffles, [ids, after?.[0] ?? 0, count]),
    ({ raffleId }) => raffleId,
  ),
  quotaPrizeCounts: loadByKey(
    ({ db }, raffleIds) => db.query(countQuotaPrizesOfRaffles, [raffleIds]),
    (row) => [row.ownerId, row],
    { total: 0, won: 0 },
  ),
  quotaPrizesOfOrder: loadPages(
    ({ db }, ids, { after, count }) => db.query(selectQuotaPrizesOfOrders, [ids, after?.[0] ?? 0, count]),
    ({ orderId }) => orderId,
  ),
  quotaPrizeCountOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(countQuotaPrizesOfOrders, [orderIds]),
    ({ ownerId, total }) => [ownerId, total],
    0,
  ),
};
