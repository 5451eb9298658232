import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { selectBoxesOfOrders, type BoxesOfOrderRow } from './held-box.sql.js';

/** What orders show of their boxes, by the order's id; null for one without. */
export function createBoxesOfOrderLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, BoxesOfOrderRow | null> {
  return new DataLoader(
    async (orderIds) => {
      const found = new Map((await db.query(selectBoxesOfOrders, [orderIds])).map((row) => [row.orderId, row]));
      return orderIds.map((id) => found.get(id) ?? null);
    },
    { cache },
  );
}
