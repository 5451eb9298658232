import { LRUCache } from 'lru-cache';
import { selectBoxFacts } from '../awarded-boxes/publish-boxes.sql.js';
import type { App } from '../context.js';
import type { Sql } from '../platform/database/statement.js';
import { boxesFor, type BoxPrize } from '../proof/box-prizes.js';
import type { InstantRaffle } from '../proof/instant-decider.js';
import { shareOf } from '../proof/prize-share.js';
import { selectDefinitions } from '../quota-prizes/quota-prize.sql.js';

const MAX_RAFFLES = 200;

/** What a raffle published before its first sale: it never changes afterwards. */
export interface PublishedLists extends InstantRaffle {
  boxPrizes: readonly BoxPrize[];
  /** Prizes that come into play during the sale, those of the lowest share first. */
  releases: readonly Release[];
  /** Of an order with so many quotas. */
  boxesFor(quotas: number): number;
}

/** The prizes of a share of the quotas. */
export interface Release {
  /** In hundredths of a percent. */
  releaseAt: number;
  /** So many quotas must be paid. */
  quotas: number;
  prizes: readonly { id: string; quantity: number }[];
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
  const quotaPrizes = definitions.map(({ id, releaseAt, beginsLocked }) => ({ id, releaseAt, isLocked: beginsLocked }));
  return {
    raffleId,
    quotas,
    quotaPrizes,
    boxPrizes: prizes,
    releases: releasesOf(quotas, [...quotaPrizes.map((prize) => ({ ...prize, quantity: 1 })), ...prizes]),
    boxesFor: (count) => boxesFor(combos, cumulative, count),
  };
}

function releasesOf(
  quotas: number,
  prizes: readonly { id: string; quantity: number; releaseAt: number; isLocked: boolean }[],
): Release[] {
  const releases = new Map<number, { id: string; quantity: number }[]>();
  for (const { releaseAt, isLocked, ...prize } of prizes) {
    if (isLocked || shareOf(releaseAt, quotas) === 0) continue;
    const others = releases.get(releaseAt);
    if (others) others.push(prize);
    else releases.set(releaseAt, [prize]);
  }
  return [...releases]
    .sort(([one], [other]) => one - other)
    .map(([releaseAt, some]) => ({ releaseAt, quotas: shareOf(releaseAt, quotas), prizes: some }));
}
