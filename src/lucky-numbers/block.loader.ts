import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { selectBlocksOfOrders, type BlockRow } from './lucky-number.sql.js';

/** Blocks by their order's id; null while an order has none. */
export function createBlockOfOrderLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, BlockRow | null> {
  return new DataLoader(
    async (orderIds) => {
      const blocks = new Map((await db.query(selectBlocksOfOrders, [orderIds])).map((block) => [block.orderId, block]));
      return orderIds.map((id) => blocks.get(id) ?? null);
    },
    { cache },
  );
}
