// SQL: several tables, pages of many owners at once, and arrays of rows.
import type { QuotaPrize } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { INSTANT, UUID } from '../platform/page.js';

/** `numberSeenBy` is decided in the statements, so that no reader can forget it. */
export interface QuotaPrizeRow extends Omit<QuotaPrize, 'beginsLocked' | 'drawn' | 'wonOrderId'> {
  size: number;
  numberSeenBy: 'EVERYBODY' | 'OPERATORS' | 'NOBODY';
  beganLocked: boolean;
  orderId: string | null;
  winnerId: string | null;
  /** Not masked. */
  winnerName: string | null;
}

const SHOWN = `
  p.id, p.raffle_id AS "raffleId", p.position, p.number, r.quota_quantity AS size,
  CASE WHEN p.won_at IS NOT NULL OR r.status IN ('DRAWN', 'FINISHED') THEN 'EVERYBODY' WHEN p.drawn THEN 'NOBODY'
       WHEN r.show_quota_prize_numbers THEN 'EVERYBODY' ELSE 'OPERATORS' END AS "numberSeenBy",
  p.prize, p.release_at AS "releaseAt", p.begins_locked AS "beganLocked", p.is_locked AS "isLocked", p.won_at AS "wonAt", p.voided_at AS "voidedAt",
  p.won_order_id::text AS "orderId", o.user_id AS "winnerId", u.name AS "winnerName"`;
const WON_BY = 'LEFT JOIN orders o ON o.id = p.won_order_id LEFT JOIN users u ON u.id = o.user_id';

export const selectQuotaPrizesOfRaffles = statement<QuotaPrizeRow>(
  'select_quota_prizes_of_raffles',
  `
  SELECT ${SHOWN}
  FROM unnest($1::uuid[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT x.* FROM quota_prizes x WHERE x.raffle_id = owner.id AND x.position > $2 ORDER BY x.position LIMIT $3
  ) p JOIN raffles r ON r.id = p.raffle_id ${WON_BY}
  ORDER BY p.raffle_id, p.position`,
);

export const selectQuotaPrizesOfOrders = statement<QuotaPrizeRow>(
  'select_quota_prizes_of_orders',
  `
  SELECT ${SHOWN}
  FROM unnest($1::bigint[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT x.* FROM quota_prizes x WHERE x.won_order_id = owner.id AND x.position > $2 ORDER BY x.position LIMIT $3
  ) p JOIN raffles r ON r.id = p.raffle_id ${WON_BY}
  ORDER BY p.won_order_id, p.position`,
);

export const countQuotaPrizesOfRaffles = statement<{ ownerId: string; total: number; won: number }>(
  'count_quota_prizes_of_raffles',
  `
  SELECT c.raffle_id AS "ownerId", c.quota_prizes AS total, coalesce(i.quota_prizes_won, 0) AS won
  FROM raffle_counters c LEFT JOIN raffle_instants i ON i.raffle_id = c.raffle_id WHERE c.raffle_id = ANY ($1::uuid[])`,
);

export const countQuotaPrizesOfOrders = statement<{ ownerId: string; total: number }>(
  'count_quota_prizes_of_orders',
  `
  SELECT won_order_id::text AS "ownerId", count(*)::int AS total FROM quota_prizes WHERE won_order_id = ANY ($1::bigint[])
  GROUP BY won_order_id`,
);

const winnersWhere = (name: string, where: string) =>
  keysetList<QuotaPrizeRow>({
    name,
    columns: SHOWN,
    from: 'quota_prizes p JOIN raffles r ON r.id = p.raffle_id',
    joins: WON_BY,
    where: `p.won_at IS NOT NULL AND p.voided_at IS NULL AND ${where}`,
    key: [
      ['wonAt', INSTANT, 'p.won_at'],
      ['id', UUID, 'p.id'],
    ],
    order: 'DESC',
  });

/** $1 whether the caller is an operator, who also sees private raffles. */
export const quotaPrizeWinners = winnersWhere(
  'quota_prize_winners',
  "r.deleted_at IS NULL AND ($1::boolean OR (r.privacy = 'PUBLIC' AND r.status <> 'DRAFT'))",
);

export const quotaPrizeWinnersOfRaffle = winnersWhere('quota_prize_winners_of_raffle', 'p.raffle_id = $1');

export type QuotaPrizeDefinition = Pick<
  QuotaPrize,
  'id' | 'position' | 'number' | 'prize' | 'releaseAt' | 'beginsLocked' | 'isLocked'
>;

export type ReadDefinition = QuotaPrizeDefinition & { changes: number };

export const selectDefinitions = statement<ReadDefinition>(
  'select_quota_prize_definitions',
  `
  SELECT p.id, p.position, p.number, p.prize, p.release_at AS "releaseAt", p.begins_locked AS "beginsLocked", p.is_locked AS "isLocked",
         c.quota_prize_changes AS changes
  FROM quota_prizes p JOIN raffle_counters c ON c.raffle_id = p.raffle_id WHERE p.raffle_id = $1 ORDER BY p.position`,
);

/** $2 ids, $3 positions, $4 numbers, $5 prizes, $6 shares, $7 locks, $8 whether they were drawn. */
export const insertQuotaPrizes = statement<object>(
  'insert_quota_prizes',
  `
  INSERT INTO quota_prizes (id, raffle_id, position, number, prize, release_at, begins_locked, is_locked, drawn)
  SELECT n.id, $1, n.position, n.number, n.prize, n.release_at, n.locked, n.locked, $8
  FROM unnest($2::uuid[], $3::int[], $4::int[], $5::text[], $6::int[], $7::boolean[])
    AS n(id, position, number, prize, release_at, locked)`,
);

export const selectSalt = statement<{ sealedSalt: Buffer; size: number }>(
  'select_quota_prizes_salt',
  `
  SELECT c.sealed_quota_prizes_salt AS "sealedSalt", r.quota_quantity AS size
  FROM raffle_commitments c JOIN raffles r ON r.id = c.raffle_id WHERE c.raffle_id = $1 AND c.quota_prizes_hash IS NOT NULL`,
);

export const voidQuotaPrizes = statement<object>(
  'void_quota_prizes',
  'UPDATE quota_prizes SET voided_at = clock_timestamp() WHERE won_order_id = ANY ($1::bigint[]) AND voided_at IS NULL',
);
