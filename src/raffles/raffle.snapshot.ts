import DataLoader from 'dataloader';
import type { Raffle } from '../generated/prisma/client.js';
import type { Database } from '../platform/database/database.js';
import { statement, type Sql } from '../platform/database/statement.js';
import { createReadThroughCache, type ReadThroughCache } from '../platform/read-through-cache.js';
import type { Counter } from '../quotas/counter.sql.js';
import type { Validity } from './certificate.js';
import { type PriceList, PROMOTIONS_OF_RAFFLE } from '../pricing/price.js';
import type { Composition } from '../proof/book-replay.js';

export interface RaffleSnapshot
  extends
    PriceList,
    Validity,
    Pick<Raffle, 'title' | 'status' | 'privacy' | 'quotaQuantity' | 'minReservationQuantity' | 'maxReservationQuantity'>,
    Pick<
      Raffle,
      'maxBuyerQuantity' | 'reservationFields' | 'startsAt' | 'endsAt' | 'fakeSoldPercentage' | 'unprovenShare' | 'adultsOnly'
    >,
    Pick<
      Counter,
      'sellable' | 'reserved' | 'unproven' | 'allocated' | 'returned' | 'spent' | 'quotaPrizes' | 'quotaPrizeChanges'
    > {
  /** The last two versions, the newest first. */
  regulations: { version: number; hash: string; createdAt: string }[];
  /** By the last head of its book; null before the first. */
  composition: Composition | null;
}

/** A raffle with a certificate shows what is really sold. */
const selectSnapshots = statement<RaffleSnapshot>(
  'select_raffle_snapshots',
  `
  SELECT r.id, r.version, r.title, r.status, r.privacy, r.quota_price AS "quotaPrice", r.quota_quantity AS "quotaQuantity",
         r.min_reservation_quantity AS "minReservationQuantity", r.max_reservation_quantity AS "maxReservationQuantity",
         r.max_buyer_quantity AS "maxBuyerQuantity", r.reservation_fields::text[] AS "reservationFields",
         r.starts_at AS "startsAt", r.ends_at AS "endsAt", c.sellable, c.reserved, c.unproven, c.allocated, c.returned, c.spent,
         r.cumulative,
         c.quota_prizes AS "quotaPrizes", c.quota_prize_changes AS "quotaPrizeChanges",
         r.certificate_valid_from::text AS "certifiedFrom", r.certificate_valid_until::text AS "certifiedUntil",
         CASE WHEN r.certificate_code IS NULL THEN r.fake_sold_percentage END AS "fakeSoldPercentage", r.unproven_share AS "unprovenShare", r.adults_only AS "adultsOnly",
         (SELECT json_build_object('pix', h.pix, 'byHand', h.by_hand, 'free', h.free, 'givenBack', h.given_back)
          FROM raffle_books b JOIN book_heads h ON h.raffle_id = b.raffle_id AND h.size = b.size
          WHERE b.raffle_id = r.id) AS composition,
         (SELECT coalesce(json_agg(json_build_object(
            'version', g.version, 'hash', encode(g.hash, 'hex'), 'createdAt', g.created_at) ORDER BY g.version DESC), '[]')
          FROM (SELECT x.version, x.hash, x.created_at FROM raffle_regulations x
                WHERE x.raffle_id = r.id ORDER BY x.version DESC LIMIT 2) g) AS regulations,
         CASE WHEN r.enable_promotions THEN ${PROMOTIONS_OF_RAFFLE} ELSE '[]' END AS promotions
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id
  WHERE r.id = ANY ($1::uuid[]) AND r.deleted_at IS NULL`,
);

/** As the transaction sees it, never a copy. */
export async function readRaffle(sql: Sql, raffleId: string): Promise<RaffleSnapshot | undefined> {
  const [raffle] = await sql.query(selectSnapshots, [[raffleId]]);
  return raffle;
}

const MAX_AGE_MS = 100;
const MAX_RAFFLES = 1_000;

export interface RaffleSnapshots extends ReadThroughCache<RaffleSnapshot | undefined> {
  /** The current row, not a copy. */
  read(raffleId: string): Promise<RaffleSnapshot | undefined>;
}

/** Raffles as they were at most 100 ms ago. A writer passes the `version` it read and is refused if it changed since. */
export function createRaffleSnapshots(db: Database, onRead: (raffle: RaffleSnapshot) => void = () => undefined): RaffleSnapshots {
  const reads = new DataLoader<string, RaffleSnapshot | undefined>(
    async (ids) => {
      const rows = await db.query(selectSnapshots, [ids]);
      for (const raffle of rows) onRead(raffle);
      const found = new Map(rows.map((raffle) => [raffle.id, raffle]));
      return ids.map((id) => found.get(id));
    },
    { cache: false, maxBatchSize: 100 },
  );
  const read = (raffleId: string): Promise<RaffleSnapshot | undefined> => reads.load(raffleId);
  return { ...createReadThroughCache({ maxAgeMs: MAX_AGE_MS, maxKeys: MAX_RAFFLES, load: read }), read };
}
