import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { createPagesLoader, type PagesLoader } from '../platform/database/pages-loader.js';
import {
  countQuotaPrizesOfOrders,
  countQuotaPrizesOfRaffles,
  selectQuotaPrizesOfOrders,
  selectQuotaPrizesOfRaffles,
  type QuotaPrizeRow,
} from './quota-prize.sql.js';

type Options = { cache: boolean };

/** After a position. */
export function createQuotaPrizesOfRaffleLoader({ db }: App, options: Options): PagesLoader<QuotaPrizeRow> {
  return createPagesLoader(
    options,
    (ids, { after, count }) => db.query(selectQuotaPrizesOfRaffles, [ids, after?.[0] ?? 0, count]),
    ({ raffleId }) => raffleId,
  );
}

/** After a position. */
export function createQuotaPrizesOfOrderLoader({ db }: App, options: Options): PagesLoader<QuotaPrizeRow> {
  return createPagesLoader(
    options,
    (ids, { after, count }) => db.query(selectQuotaPrizesOfOrders, [ids, after?.[0] ?? 0, count]),
    ({ orderId }) => orderId,
  );
}

export interface QuotaPrizeCounts {
  total: number;
  won: number;
}

export function createQuotaPrizeCountsLoader({ db }: App, { cache }: Options): DataLoader<string, QuotaPrizeCounts> {
  return new DataLoader(
    async (raffleIds) => {
      const counts = new Map((await db.query(countQuotaPrizesOfRaffles, [raffleIds])).map((row) => [row.ownerId, row]));
      return raffleIds.map((id) => counts.get(id) ?? { total: 0, won: 0 });
    },
    { cache },
  );
}

export function createQuotaPrizeCountOfOrderLoader({ db }: App, { cache }: Options): DataLoader<string, number> {
  return new DataLoader(
    async (orderIds) => {
      const counts = new Map((await db.query(countQuotaPrizesOfOrders, [orderIds])).map((row) => [row.ownerId, row.total]));
      return orderIds.map((id) => counts.get(id) ?? 0);
    },
    { cache },
  );
}
