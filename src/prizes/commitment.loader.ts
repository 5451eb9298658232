import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { RaffleCommitment } from '../generated/prisma/client.js';

/** What raffles published of their boxes and quota prizes, by raffle id; null where there is neither. */
export function createCommitmentsLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, RaffleCommitment | null> {
  return new DataLoader(
    async (raffleIds) => {
      const found = new Map(
        (await db.prisma.raffleCommitment.findMany({ where: { raffleId: { in: [...raffleIds] } } })).map((row) => [
          row.raffleId,
          row,
        ]),
      );
      return raffleIds.map((id) => found.get(id) ?? null);
    },
    { cache },
  );
}
