import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { loadByKey, loadListsByKey } from '../graphql/load-by-key.js';
import type { ColumnSet } from '../platform/database/column-statements.js';
import type { RaffleRow } from './raffle-row.js';
import { selectCategories, selectPrizes, selectPromotions, selectRafflesById } from './raffle.sql.js';

export const loaders = {
  raffle: createRaffleLoader,
  raffleCategory: loadByKey(
    ({ db }, ids) => db.query(selectCategories, [ids]),
    (category) => [category.id, category],
    null,
  ),
  rafflePrizes: loadListsByKey(
    ({ db }, raffleIds) => db.query(selectPrizes, [raffleIds]),
    ({ raffleId }) => raffleId,
  ),
  rafflePromotions: loadByKey(
    ({ db }, raffleIds) => db.query(selectPromotions, [raffleIds]),
    ({ raffleId, promotions }) => [raffleId, promotions],
    [],
  ),
};

interface RaffleWanted {
  id: string;
  columns: ColumnSet<RaffleRow>;
}

/** Deleted raffles too: old orders point at them. */
function createRaffleLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<RaffleWanted, RaffleRow | null, string> {
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
