// SQL: manifests and proofs are megabytes, leaves half a million; the rest is several tables or the time of the database.
import type { DrawConfirmation, DrawMode, DrawStatus, RaffleStatus } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { BIGINT, INT } from '../platform/page.js';
import type { Chain } from '../proof/chain.js';

/** What is not known yet is null. */
export interface DrawRow {
  raffleId: string;
  raffleStatus: RaffleStatus;
  mode: DrawMode;
  status: DrawStatus;
  frozenAt: Date;
  contest: number | null;
  contestDate: Date | null;
  manifest: string | null;
  manifestHash: Buffer | null;
  chain: Chain | null;
  round: bigint | null;
  dueAt: Date | null;
  signature: string | null;
  /** Of the contest, once they are confirmed. */
  results: string[] | null;
  confirmation: DrawConfirmation | null;
  drawnAt: Date | null;
  hasProof: boolean;
  /** Whether results of the contest were typed. */
  hasEntries: boolean;
}

const DRAW = (manifest: string) => `
  d.raffle_id AS "raffleId", r.status AS "raffleStatus", d.mode, d.status, d.frozen_at AS "frozenAt", d.contest,
  d.contest_date AS "contestDate", ${manifest} AS manifest,
  d.manifest_hash AS "manifestHash", d.chain, d.round, d.due_at AS "dueAt", d.signature, d.results, d.confirmation, d.drawn_at AS "drawnAt",
  d.proof_gzip IS NOT NULL AS "hasProof",
  EXISTS (SELECT FROM contest_entries e WHERE e.raffle_id = d.raffle_id) AS "hasEntries"`;

/** $1 raffle id. */
export const selectDraw = statement<DrawRow>(
  'select_draw',
  `
  SELECT ${DRAW('d.manifest')} FROM draws d JOIN raffles r ON r.id = d.raffle_id WHERE d.raffle_id = $1`,
);

/** A manifest may have megabytes. $1 raffle id, $2 whether to read it. */
export const selectShownDraw = statement<DrawRow>(
  'select_shown_draw',
  `
  SELECT ${DRAW('CASE WHEN $2 THEN d.manifest END')} FROM draws d JOIN raffles r ON r.id = d.raffle_id WHERE d.raffle_id = $1`,
);

/** The operators whom `createWinner` lets in. */
export const MAY_DRAW = `u.role = 'ADMIN' AND u.operator_role IN ('OWNER', 'MANAGER') AND u.blocked_at IS NULL AND u.deleted_at IS NULL`;
export const PASSWORD_DIGEST = `sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'))`;

/** Every step of a draw takes this lock. $1 raffle id. */
export const lockDraw = statement<DrawRow>(
  'lock_draw',
  `
  SELECT ${DRAW('d.manifest')} FROM draws d JOIN raffles r ON r.id = d.raffle_id WHERE d.raffle_id = $1 FOR UPDATE OF d`,
);

/**
 * Lock the counter first. Keeps the operators who may type results: an account that is made later must not confirm them. $1 raffle id,
 * $2 contest, $3 its day, $4 when it is drawn: each null in mode BEACON.
 */
export const freezeRaffle = statement<object>(
  'freeze_raffle',
  `
  WITH frozen AS (
    UPDATE raffles SET status = 'CLOSED', frozen_at = clock_timestamp(), version = version + 1, updated_at = now()
    WHERE id = $1 AND frozen_at IS NULL RETURNING id, draw_mode, frozen_at
  ), drawn AS (
    INSERT INTO draws (raffle_id, mode, frozen_at, contest, contest_date, due_at)
    SELECT id, draw_mode, frozen_at, $2, $3, $4 FROM frozen RETURNING raffle_id, contest
  )
  INSERT INTO draw_operators (raffle_id, user_id, password_digest)
  SELECT drawn.raffle_id, u.id, ${PASSWORD_DIGEST} FROM drawn JOIN users u ON ${MAY_DRAW} WHERE drawn.contest IS NOT NULL`,
);

/** In milliseconds since 1970. */
export const selectClock = statement<{ now: number }>(
  'select_clock',
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
);

export interface FrozenRaffle {
  sealedSecret: Buffer;
  secretHash: Buffer;
  quotaQuantity: number;
  quotaPrizes: number;
  sellable: number;
  allocated: number;
  /** 1 for a raffle without a list of prizes. */
  prizes: number;
  boxesHash: Buffer | null;
  quotaPrizesHash: Buffer | null;
}

/** $1 raffle id. */
export const selectFrozenRaffle = statement<FrozenRaffle>(
  'select_frozen_raffle',
  `
  SELECT r.sealed_secret AS "sealedSecret", r.secret_hash AS "secretHash",
         r.quota_quantity AS "quotaQuantity", c.quota_prizes AS "quotaPrizes", c.sellable, c.allocated,
         greatest(1, (SELECT count(*) FROM raffle_prizes p WHERE p.raffle_id = r.id))::int AS prizes,
         m.boxes_hash AS "boxesHash", m.quota_prizes_hash AS "quotaPrizesHash"
  FROM draws d JOIN raffles r ON r.id = d.raffle_id JOIN raffle_counters c ON c.raffle_id = r.id
  LEFT JOIN raffle_commitments m ON m.raffle_id = r.id
  WHERE d.raffle_id = $1`,
);

export interface BlocksPage {
  /** For each block: first ordinal as u32, end as u32, 1 when it is void. */
  blocks: Buffer;
  lastLeaf: number | null;
}

/** In bytes: parsing half a million rows takes a second. $1 raffle id, $2 after this leaf, $3 limit. */
export const selectBlocks = statement<BlocksPage>(
  'select_blocks',
  `
  SELECT coalesce(string_agg(int4send(first_ordinal) || int4send(end_ordinal) || boolsend(voided_at IS NOT NULL), '' ORDER BY leaf), '')
           AS blocks,
         max(leaf) AS "lastLeaf"
  FROM (
    SELECT leaf, first_ordinal, end_ordinal, voided_at FROM quota_allocations
    WHERE raffle_id = $1 AND leaf > $2 ORDER BY leaf LIMIT $3
  ) page`,
);

/** In seconds since 1970. $1 raffle id, $2 least seconds from now, $3 this process's clock: the later clock counts. */
export const selectDrawTime = statement<{ earliest: number }>(
  'select_draw_time',
  `
  SELECT greatest(greatest(extract(epoch FROM clock_timestamp()), $3::float8) + $2, coalesce(extract(epoch FROM draw_at), 0))::float8 AS earliest
  FROM raffles WHERE id = $1`,
);

/**
 * $1 raffle id, $2 manifest, $3 hash, $4 chain, $5 round, $6 its time in seconds since 1970.
 */
export const storeManifest = statement<object>(
  'store_manifest',
  `
  UPDATE draws SET status = 'FROZEN', manifest = $2, manifest_hash = $3, chain = $4::jsonb, round = $5,
                   due_at = coalesce(to_timestamp($6::float8), due_at)
  WHERE raffle_id = $1 AND status = 'FREEZING'`,
);

/** Interrupted freezes, rounds that are due, contests with confirmed results, and proofs to make. $1 limit of each. */
export const selectDrawWork = statement<{ raffleId: string; status: DrawStatus }>(
  'select_draw_work',
  `
  SELECT "raffleId", status FROM (
    (SELECT d.raffle_id AS "raffleId", d.status FROM draws d WHERE d.status = 'DRAWN' AND d.proof_gzip IS NULL ORDER BY d.raffle_id LIMIT $1)
    UNION ALL
    (SELECT d.raffle_id, d.status FROM draws d JOIN raffles r ON r.id = d.raffle_id
     WHERE d.status <> 'DRAWN' AND (d.status = 'FREEZING' OR d.results IS NOT NULL OR d.round IS NOT NULL AND d.due_at <= now())
       AND r.status = 'CLOSED' ORDER BY d.due_at NULLS FIRST LIMIT $1)
  ) work`,
);

/** Live blocks, by the index that keeps them apart. $1 raffle id, $2 ordinals. */
export const selectOrdersAt = statement<{ ordinal: number; orderId: string; userId: string }>(
  'select_orders_at',
  `
  SELECT asked.ordinal, a.order_id::text AS "orderId", o.user_id AS "userId"
  FROM unnest($2::int[]) AS asked(ordinal) CROSS JOIN LATERAL (
    SELECT x.order_id FROM quota_allocations x
    WHERE x.raffle_id = $1 AND int4range(x.first_ordinal, x.end_ordinal) @> asked.ordinal AND x.voided_at IS NULL
  ) a JOIN orders o ON o.id = a.order_id`,
);

/** Ids grow towards the first prize. $1 raffle id, $2 positions, $3 ordinals, $4 numbers, $5 order ids. */
export const insertWinners = statement<object>(
  'insert_winners',
  `
  INSERT INTO raffle_winners (raffle_id, position, prize, ordinal, number, order_id)
  SELECT $1, w.position, coalesce(p.title, r.title), w.ordinal, w.number, w.order_id
  FROM unnest($2::int[], $3::int[], $4::int[], $5::bigint[]) AS w(position, ordinal, number, order_id)
  JOIN raffles r ON r.id = $1 LEFT JOIN raffle_prizes p ON p.raffle_id = $1 AND p.position = w.position
  ORDER BY w.position DESC`,
);

/** $1 raffle id, $2 the round's signature or null. */
export const markDrawn = statement<object>(
  'mark_drawn',
  `
  WITH drawn AS (
    UPDATE draws SET status = 'DRAWN', signature = $2, drawn_at = clock_timestamp()
    WHERE raffle_id = $1 AND status = 'FROZEN' RETURNING raffle_id
  )
  UPDATE raffles SET status = 'DRAWN', version = version + 1, updated_at = now() FROM drawn WHERE id = drawn.raffle_id`,
);

/** $1 raffle id, $2 the proof. */
export const storeProof = statement<object>(
  'store_proof',
  'UPDATE draws SET proof_gzip = $2 WHERE raffle_id = $1 AND proof_gzip IS NULL',
);

/** $1 raffle id. */
export const selectProofSize = statement<{ bytes: number | null }>(
  'select_proof_size',
  'SELECT octet_length(proof_gzip) AS bytes FROM draws WHERE raffle_id = $1',
);

/** $1 raffle id, $2 from which byte on, counted from 1, $3 how many. */
export const selectProofSlice = statement<{ slice: Buffer }>(
  'select_proof_slice',
  'SELECT substring(proof_gzip FROM $2 FOR $3) AS slice FROM draws WHERE raffle_id = $1',
);

export interface WinnerRow {
  id: string;
  raffleId: string;
  position: number;
  prize: string;
  raffleTitle: string;
  raffleSlug: string;
  rafflePhotoUrl: string | null;
  number: number;
  size: number;
  orderId: string;
  userId: string;
  userName: string;
  createdAt: Date;
}

const WINNER = `
  w.id::text, w.raffle_id AS "raffleId", w.position, w.prize, r.title AS "raffleTitle", r.slug AS "raffleSlug", r.photo_url AS "rafflePhotoUrl", w.number, r.quota_quantity AS size,
  w.order_id::text AS "orderId", o.user_id AS "userId", u.name AS "userName", w.created_at AS "createdAt"`;
const WINNER_FROM = 'raffle_winners w JOIN raffles r ON r.id = w.raffle_id';
const WINNER_JOINS = 'JOIN orders o ON o.id = w.order_id JOIN users u ON u.id = o.user_id';

/** By prize. $1 raffle id. */
export const winnersOfOneRaffle = keysetList<WinnerRow>({
  name: 'winners_of_raffle',
  columns: WINNER,
  from: WINNER_FROM,
  joins: WINNER_JOINS,
  where: 'w.raffle_id = $1',
  key: [['position', INT, 'w.position']],
  order: 'ASC',
});

/** Newest draw first, then by prize. $1 whether to include private raffles. */
export const winners = keysetList<WinnerRow>({
  name: 'winners',
  columns: WINNER,
  from: WINNER_FROM,
  joins: WINNER_JOINS,
  where: "($1 OR r.privacy = 'PUBLIC')",
  key: [['id', BIGINT, 'w.id']],
  order: 'DESC',
});

/** $1 id, $2 whether to include private raffles, $3 a user whose wins are included. */
export const selectWinner = statement<WinnerRow>(
  'select_winner',
  `SELECT ${WINNER} FROM ${WINNER_FROM} ${WINNER_JOINS} WHERE w.id = $1 AND ($2 OR r.privacy = 'PUBLIC' OR o.user_id = $3::uuid)`,
);
