import { LRUCache } from 'lru-cache';
import { selectBoxFacts } from '../awarded-boxes/publish-boxes.sql.js';
import type { App } from '../context.js';
import type { Sql } from '../platform/database/database.js';
import { boxesFor, type BoxPrize } from '../proof/box-prizes.js';
import type { InstantRaffle } from '../proof/instant-decider.js';
import { selectDefinitions } from '../quota-prizes/quota-prize.sql.js';

const MAX_RAFFLES = 200;

/** What a raffle published before its first sale: it never changes afterwards. */
export interface PublishedLists extends InstantRaffle {
  boxPrizes: readonly BoxPrize[];
  /** Of an order with so many quotas. */
  boxesFor(quotas: number): number;
}

export interface PublishedListsCache {
  /** Of a raffle with a leaf in its book. */
  ofSold(raffleId: string): Promise<PublishedLists>;
}

export function createPublishedLists({ db }: Pick<App, 'db'>): PublishedListsCache {
  const known = new LRUCache<string, Promise<PublishedLists>>({ max: MAX_RAFFLES });
  return {
    ofSold(raffleId) {
      const found = known.get(raffleId);
      if (found) return found;
      const reading = readLists(db, raffleId);
      known.set(raffleId, reading);
      reading.catch(() => known.delete(raffleId));
      return reading;
    },
  };
}

/** Before the first sale they may change. */
export async function readLists(db: Sql, raffleId: string): Promise<PublishedLists> {
  const [facts] = await db.query(selectBoxFacts, [raffleId]);
  if (!facts) throw new Error(`raffle ${raffleId} is gone`);
  const definitions = await db.query(selectDefinitions, [raffleId]);
  const { quotas, prizes, combos, cumulative } = facts;
  return {
    raffleId,
    quotas,
    quotaPrizes: definitions.map(({ id, releaseAt, beginsLocked }) => ({ id, releaseAt, isLocked: beginsLocked })),
    boxPrizes: prizes,
    boxesFor: (count) => boxesFor(combos, cumulative, count),
  };
}
