import { loadByKey, loadListsByKey, loadPages } from '../graphql/load-by-key.js';
import { countRefundsOfOrders, selectRefundsOfOrders } from './refund.sql.js';

export const loaders = {
  /** Whether it has instant prizes: awarded boxes or quota prizes. */
  isInstantRaffle: loadByKey(
    ({ db }, ids) =>
      db.prisma.raffleCounter.findMany({ where: { raffleId: { in: ids } }, select: { raffleId: true, isInstant: true } }),
    ({ raffleId, isInstant }) => [raffleId, isInstant],
    false,
  ),
  /** Behind an instant and an id. */
  refundsOfOrder: loadPages(
    ({ db }, ids, { after, count }) => db.query(selectRefundsOfOrders, [ids, ...(after ?? ['-infinity', '']), count]),
    ({ orderId }) => orderId,
  ),
  refundCountOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(countRefundsOfOrders, [orderIds]),
    ({ orderId, count }) => [orderId, count],
    0,
  ),
  refundsOfPayment: loadListsByKey(
    ({ db }, ids) => db.prisma.refund.findMany({ where: { paymentId: { in: ids } }, orderBy: { createdAt: 'asc' } }),
    ({ paymentId }) => paymentId,
  ),
};
