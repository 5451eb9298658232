import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { RaffleCategory } from '../generated/prisma/client.js';
import type { ColumnSet } from '../platform/database/column-statements.js';
import type { PrizeRow, RaffleRow } from './raffle-row.js';
import type { Promotion } from '../pricing/price.js';
import { selectCategories, selectPrizes, selectPromotions, selectRafflesById } from './raffle.sql.js';

type LoaderOptions = { cache: boolean };

export interface RaffleWanted {
  id: string;
  columns: ColumnSet<RaffleRow>;
}

/** Deleted raffles too: old orders point at them. */
export function createRaffleLoader({ db }: App, { cache }: LoaderOptions): DataLoader<RaffleWanted, RaffleRow | null, string> {
  return new DataLoader(
    async (wanted) => {
      const columns = new Set(wanted.flatMap((one) => [...one.columns]));
      const raffles = await db.query(selectRafflesById(columns), [wanted.map(({ id }) => id)]);
      const byId = new Map(raffles.map((raffle) => [raffle.id, raffle]));
      return wanted.map(({ id }) => byId.get(id) ?? null);
    },
    { cache, cacheKeyFn: ({ id, columns }) => [id, ...columns].join() },
  );
}

export function createRaffleCategoryLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, RaffleCategory | null> {
  return new DataLoader(
    async (ids) => {
      const categories = await db.query(selectCategories, [ids]);
      const byId = new Map(categories.map((category) => [category.id, category]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache },
  );
}

/** By the raffle's id, in drawing order. */
export function createRafflePrizesLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, PrizeRow[]> {
  return new DataLoader(
    async (raffleIds) => {
      const prizes = await db.query(selectPrizes, [raffleIds]);
      const byRaffle = new Map(raffleIds.map((id): [string, PrizeRow[]] => [id, []]));
      for (const prize of prizes) byRaffle.get(prize.raffleId)?.push(prize);
      return raffleIds.map((id) => byRaffle.get(id) ?? []);
    },
    { cache },
  );
}

export function createRafflePromotionsLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, Promotion[]> {
  return new DataLoader(
    async (raffleIds) => {
      const rows = await db.query(selectPromotions, [raffleIds]);
      const byRaffle = new Map(rows.map(({ raffleId, promotions }) => [raffleId, promotions]));
      return raffleIds.map((id) => byRaffle.get(id) ?? []);
    },
    { cache },
  );
}
