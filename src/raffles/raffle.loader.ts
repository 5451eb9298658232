import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { Raffle, RaffleCategory, RafflePrize } from '../generated/prisma/client.js';

type LoaderOptions = { cache: boolean };

/** Raffles by id, deleted ones too: old orders point at them. Null where there is none. */
export function createRaffleLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, Raffle | null> {
  return new DataLoader(
    async (ids) => {
      const raffles = await db.prisma.raffle.findMany({ where: { id: { in: [...ids] } } });
      const byId = new Map(raffles.map((raffle) => [raffle.id, raffle]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache },
  );
}

/** Categories by id. Null where there is none. */
export function createRaffleCategoryLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, RaffleCategory | null> {
  return new DataLoader(
    async (ids) => {
      const categories = await db.prisma.raffleCategory.findMany({ where: { id: { in: [...ids] } } });
      const byId = new Map(categories.map((category) => [category.id, category]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache },
  );
}

/** A raffle's main prizes in drawing order, by the raffle's id. */
export function createRafflePrizesLoader({ db }: App, { cache }: LoaderOptions): DataLoader<string, RafflePrize[]> {
  return new DataLoader(
    async (raffleIds) => {
      const prizes = await db.prisma.rafflePrize.findMany({
        where: { raffleId: { in: [...raffleIds] } },
        orderBy: [{ raffleId: 'asc' }, { position: 'asc' }],
      });
      const byRaffle = new Map(raffleIds.map((id): [string, RafflePrize[]] => [id, []]));
      for (const prize of prizes) byRaffle.get(prize.raffleId)?.push(prize);
      return raffleIds.map((id) => byRaffle.get(id) ?? []);
    },
    { cache },
  );
}
