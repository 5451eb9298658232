import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { selectCommitments, type CommitmentRow } from './commitment.sql.js';

/** What raffles published of their boxes and quota prizes, by raffle id; null where there is neither. */
export function createCommitmentsLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, CommitmentRow | null> {
  return new DataLoader(
    async (raffleIds) => {
      const found = new Map((await db.query(selectCommitments, [raffleIds])).map((row) => [row.raffleId, row]));
      return raffleIds.map((id) => found.get(id) ?? null);
    },
    { cache },
  );
}
