// SQL: measured. By Prisma's model API, with every column, a raffle's page took seven times and a list of orders three times as long.
import type { RaffleCategory, RafflePrize } from '../generated/prisma/client.js';
import { columnStatements, selectList, type Columns } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import { type Promotion, PROMOTIONS_OF_RAFFLE } from '../pricing/price.js';
import { RAFFLE_COLUMNS, type Commitments, type PrizeRow, type RaffleRow } from './raffle-row.js';

const selectRaffles = (name: string, condition: string) =>
  columnStatements<RaffleRow>(name, RAFFLE_COLUMNS, (columns) => `SELECT ${columns} FROM raffles r WHERE ${condition}`);

/** Deleted raffles too: old orders point at them. */
export const selectRafflesById = selectRaffles('select_raffles', 'r.id = ANY ($1::uuid[])');

export const selectRaffleById = selectRaffles('select_raffle_by_id', 'r.id = $1 AND r.deleted_at IS NULL');

export const selectRaffleBySlug = selectRaffles('select_raffle_by_slug', 'r.slug = $1 AND r.deleted_at IS NULL');

export interface RafflePageRow extends RaffleRow, Commitments {
  isInstant: boolean;
  regulationHash: string | null;
  prizes: PrizeRow[];
  promotions: Promotion[];
  categoryName: string | null;
  categoryCreatedAt: Date | null;
  categoryUpdatedAt: Date | null;
}

const PAGE_COLUMNS: Columns<RafflePageRow> = {
  ...RAFFLE_COLUMNS,
  categoryName: 'k.name',
  categoryCreatedAt: 'k.created_at',
  categoryUpdatedAt: 'k.updated_at',
  prizes: `(
    SELECT coalesce(json_agg(json_build_object('position', p.position, 'title', p.title, 'description', p.description,
                                               'photoUrl', p.photo_url) ORDER BY p.position), '[]')
    FROM raffle_prizes p WHERE p.raffle_id = r.id
  )`,
  promotions: PROMOTIONS_OF_RAFFLE,
  isInstant: 'c.is_instant',
  regulationHash: `(
    SELECT encode(g.hash, 'hex') FROM raffle_regulations g WHERE g.raffle_id = r.id ORDER BY g.version DESC LIMIT 1
  )`,
  boxesHash: 'm.boxes_hash',
  quotaPrizesHash: 'm.quota_prizes_hash',
};

export const selectRafflePage = statement<RafflePageRow>(
  'select_raffle_page',
  `
  SELECT ${selectList(PAGE_COLUMNS)} FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id
  LEFT JOIN raffle_categories k ON k.id = r.category_id LEFT JOIN raffle_commitments m ON m.raffle_id = r.id
  WHERE r.id = $1 AND r.deleted_at IS NULL AND r.status <> 'DRAFT'`,
);

export const selectIdBySlug = statement<{ id: string }>(
  'select_raffle_id_by_slug',
  // The slug of a DRAFT takes no longer than one that nobody has.
  "SELECT id FROM raffles WHERE slug = $1 AND deleted_at IS NULL AND status <> 'DRAFT'",
);

/** The newest that match a search: nobody looks through more. */
const MOST_FOUND = 1_000;

/**
 * $1 words in small letters without accents: each is in the title or the subtitle. $2 whether those that only operators list are meant too,
 * $3 statuses, $4 category, $5 highlighted; null: all. All filters are here, so that the newest of the list are kept and not of more.
 * Raffles are few, so all are looked at.
 */
export const selectIdsByWords = statement<{ id: string }>(
  'select_raffle_ids_by_words',
  `
  SELECT r.id FROM raffles r
  CROSS JOIN LATERAL (
    SELECT regexp_replace(normalize(lower(concat_ws(' ', r.title, r.subtitle)), NFD), '[\\u0300-\\u036F]', '', 'g') AS text
  ) t
  WHERE r.deleted_at IS NULL AND ($2 OR (r.privacy = 'PUBLIC' AND r.status <> 'DRAFT'))
    AND ($3::raffle_status[] IS NULL OR r.status = ANY ($3)) AND ($4::uuid IS NULL OR r.category_id = $4)
    AND ($5::boolean IS NULL OR r.is_highlighted = $5) AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS w(word) WHERE strpos(t.text, w.word) = 0)
  ORDER BY r.id DESC LIMIT ${MOST_FOUND}`,
);

export const selectCategories = statement<RaffleCategory>(
  'select_raffle_categories',
  `
  SELECT id, name, created_at AS "createdAt", updated_at AS "updatedAt" FROM raffle_categories WHERE id = ANY ($1::uuid[])`,
);

export const selectPromotions = statement<{ raffleId: string; promotions: Promotion[] }>(
  'select_promotions',
  `SELECT r.id AS "raffleId", ${PROMOTIONS_OF_RAFFLE} AS promotions FROM raffles r WHERE r.id = ANY ($1::uuid[])`,
);

export const selectPrizes = statement<RafflePrize>(
  'select_raffle_prizes',
  `
  SELECT raffle_id AS "raffleId", position, title, description, photo_url AS "photoUrl" FROM raffle_prizes
  WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id, position`,
);

/** $2 positions, $3 the picture of each. */
export const setPrizePictures = statement(
  'set_raffle_prize_pictures',
  `
  UPDATE raffle_prizes p SET photo_url = n.photo_url FROM unnest($2::int[], $3::text[]) AS n(position, photo_url)
  WHERE p.raffle_id = $1 AND p.position = n.position`,
);
