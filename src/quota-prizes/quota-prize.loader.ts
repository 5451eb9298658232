import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { Statement } from '../platform/database/database.js';
import {
  countQuotaPrizesOfOrders,
  countQuotaPrizesOfRaffles,
  selectQuotaPrizesOfOrders,
  selectQuotaPrizesOfRaffles,
  type QuotaPrizeRow,
} from './quota-prize.sql.js';

type Options = { cache: boolean };

/** A page of the quota prizes of a raffle or an order: so many behind a position. */
export interface QuotaPrizesWanted {
  ownerId: string;
  after: number;
  count: number;
}

type PagesLoader = DataLoader<QuotaPrizesWanted, QuotaPrizeRow[], string>;

/** Pages of raffles' quota prizes: one statement for all that are asked for with the same arguments. */
export function createQuotaPrizesOfRaffleLoader({ db }: App, { cache }: Options): PagesLoader {
  return pagesLoader(db, selectQuotaPrizesOfRaffles, ({ raffleId }) => raffleId, cache);
}

/** Pages of what orders won. */
export function createQuotaPrizesOfOrderLoader({ db }: App, { cache }: Options): PagesLoader {
  return pagesLoader(db, selectQuotaPrizesOfOrders, ({ orderId }) => orderId, cache);
}

function pagesLoader(
  db: App['db'],
  select: Statement<QuotaPrizeRow>,
  ownerOf: (prize: QuotaPrizeRow) => string | null,
  cache: boolean,
): PagesLoader {
  return new DataLoader(
    async (wanted) => {
      const pages = new Map(wanted.map((one): [string, QuotaPrizeRow[]] => [keyOf(one), []]));
      for (const { after, count } of new Map(wanted.map((one) => [`${one.after} ${one.count}`, one])).values()) {
        const alike = wanted.filter((one) => one.after === after && one.count === count);
        const rows = await db.query(select, [alike.map(({ ownerId }) => ownerId), after, count]);
        for (const row of rows) pages.get(keyOf({ ownerId: ownerOf(row) ?? '', after, count }))?.push(row);
      }
      return wanted.map((one) => pages.get(keyOf(one)) ?? []);
    },
    { cache, cacheKeyFn: keyOf },
  );
}

function keyOf({ ownerId, after, count }: QuotaPrizesWanted): string {
  return `${ownerId} ${after} ${count}`;
}

/** How many quota prizes a raffle has, and how many of them were won. */
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

/** How many quota prizes an order won. */
export function createQuotaPrizeCountOfOrderLoader({ db }: App, { cache }: Options): DataLoader<string, number> {
  return new DataLoader(
    async (orderIds) => {
      const counts = new Map((await db.query(countQuotaPrizesOfOrders, [orderIds])).map((row) => [row.ownerId, row.total]));
      return orderIds.map((id) => counts.get(id) ?? 0);
    },
    { cache },
  );
}
