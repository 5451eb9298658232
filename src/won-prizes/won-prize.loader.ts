import { loadByKey } from '../graphql/load-by-key.js';
import { selectMoneyOfOrders } from './register.sql.js';

export const loaders = {
  moneyOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(selectMoneyOfOrders, [orderIds]),
    (money) => [money.orderId, money],
    null,
  ),
};
