import { loadByKey, loadPages } from '../graphql/load-by-key.js';
import { pixPaymentOf } from './pix-payment.service.js';
import { countPaymentsOfOrders, selectPaymentsOfOrders } from './pix-payment.sql.js';

/** Before every other. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';

export const loaders = {
  payment: loadByKey(
    ({ db }, ids) => db.prisma.payment.findMany({ where: { id: { in: ids } } }),
    (row) => [row.id, pixPaymentOf(row)],
    null,
  ),
  /** Behind an instant and an id. */
  paymentsOfOrder: loadPages(
    ({ db }, ids, { after, count }) => db.query(selectPaymentsOfOrders, [ids, ...(after ?? ['-infinity', NO_UUID]), count]),
    ({ orderId }) => orderId,
  ),
  paymentCountOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(countPaymentsOfOrders, [orderIds]),
    ({ orderId, count }) => [orderId, count],
    0,
  ),
  latePaymentOfPayment: loadByKey(
    ({ db }, ids) => db.prisma.latePayment.findMany({ where: { paymentId: { in: ids } } }),
    (row) => [row.paymentId, row],
    null,
  ),
};
