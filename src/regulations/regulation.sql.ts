// SQL: what a regulation says stands in many tables; and the current version of many raffles.
import type { BoxMode, Raffle, SiteSettings } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import { PROMOTIONS_OF_RAFFLE, type Promotion } from '../pricing/price.js';
import type { Validity } from '../raffles/certificate.js';

interface BoxPrize {
  title: string;
  quantity: number;
  /** Centavos. */
  prize: number;
  mode: BoxMode;
  /** Hundredths of a percent. */
  percentage: number | null;
  releaseAt: number;
  isLocked: boolean;
}

/** What a regulation is made of. Days and hashes are texts. */
export interface RegulationSource
  extends
    Pick<Raffle, 'status' | 'slug' | 'title' | 'startsAt' | 'endsAt' | 'drawAt' | 'drawMode' | 'contest' | 'quotaPrice'>,
    Pick<Raffle, 'quotaQuantity' | 'minReservationQuantity' | 'maxReservationQuantity' | 'maxBuyerQuantity' | 'cumulative'>,
    Pick<Raffle, 'reservationTimeLimit' | 'reservationFields' | 'acumulativeCombo' | 'prizeClaimDays' | 'email'>,
    Pick<Raffle, 'certificateCode' | 'certificateIssuer' | 'regulationText' | 'adultsOnly'>,
    Pick<SiteSettings, 'companyName' | 'cnpj' | 'supportEmail' | 'dpoName' | 'dpoEmail'>,
    Validity {
  contestDate: string | null;
  secretHash: string;
  isInstant: boolean;
  /** Of the list of boxes, where the raffle does not show them. */
  hiddenBoxesHash: string | null;
  prizes: { title: string; description: string | null }[];
  promotions: Promotion[];
  boxes: BoxPrize[];
  combos: { titles: number; boxes: number }[];
  quotaPrizes: { prize: string; count: number; releaseAt: number; isLocked: boolean }[];
  last: { version: number; hash: string } | null;
}

/** $1 raffle id. */
export const selectRegulationSource = statement<RegulationSource>(
  'select_regulation_source',
  `
  SELECT r.status, r.slug, r.title, r.starts_at AS "startsAt", r.ends_at AS "endsAt", r.draw_at AS "drawAt", r.draw_mode AS "drawMode",
         r.contest, r.contest_date::text AS "contestDate", r.quota_price AS "quotaPrice", r.quota_quantity AS "quotaQuantity",
         r.min_reservation_quantity AS "minReservationQuantity", r.max_reservation_quantity AS "maxReservationQuantity",
         r.max_buyer_quantity AS "maxBuyerQuantity", r.cumulative, r.reservation_time_limit AS "reservationTimeLimit",
         r.reservation_fields::text[] AS "reservationFields", r.acumulative_combo AS "acumulativeCombo",
         r.prize_claim_days AS "prizeClaimDays", r.email, r.certificate_code AS "certificateCode",
         r.certificate_issuer AS "certificateIssuer", r.certificate_valid_from::text AS "certifiedFrom",
         r.certificate_valid_until::text AS "certifiedUntil", r.regulation_text AS "regulationText", r.adults_only AS "adultsOnly",
         s.company_name AS "companyName", s.cnpj, s.support_email AS "supportEmail", s.dpo_name AS "dpoName", s.dpo_email AS "dpoEmail",
         encode(r.secret_hash, 'hex') AS "secretHash", c.is_instant AS "isInstant",
         CASE WHEN NOT r.show_awarded_boxes THEN encode(m.boxes_hash, 'hex') END AS "hiddenBoxesHash",
         (SELECT coalesce(json_agg(json_build_object('title', p.title, 'description', p.description) ORDER BY p.position), '[]')
          FROM raffle_prizes p WHERE p.raffle_id = r.id) AS prizes,
         CASE WHEN r.enable_promotions THEN ${PROMOTIONS_OF_RAFFLE} ELSE '[]' END AS promotions,
         (SELECT coalesce(json_agg(json_build_object(
            'title', b.title, 'quantity', b.quantity, 'prize', b.prize, 'mode', b.mode, 'percentage', b.percentage,
            'releaseAt', b.release_at, 'isLocked', b.is_locked) ORDER BY b.position), '[]')
          FROM awarded_boxes b WHERE b.raffle_id = r.id AND r.show_awarded_boxes) AS boxes,
         (SELECT coalesce(json_agg(json_build_object('titles', k.quantity_titles, 'boxes', k.quantity_boxes)
                                   ORDER BY k.quantity_titles), '[]')
          FROM awarded_box_combos k WHERE k.raffle_id = r.id AND k.visible) AS combos,
         (SELECT coalesce(json_agg(json_build_object(
            'prize', g.prize, 'count', g.count, 'releaseAt', g.release_at, 'isLocked', g.begins_locked) ORDER BY g.place), '[]')
          FROM (
            SELECT q.prize, q.release_at, q.begins_locked, count(*)::int, min(q.position) AS place
            FROM quota_prizes q WHERE q.raffle_id = r.id GROUP BY q.prize, q.release_at, q.begins_locked
          ) g) AS "quotaPrizes",
         (SELECT json_build_object('version', g.version, 'hash', encode(g.hash, 'hex')) FROM raffle_regulations g
          WHERE g.raffle_id = r.id ORDER BY g.version DESC LIMIT 1) AS last
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id LEFT JOIN raffle_commitments m ON m.raffle_id = r.id
  CROSS JOIN site_settings s
  WHERE r.id = $1 AND r.deleted_at IS NULL AND s.id = 1`,
);

/** $1 raffle id, $2 version, $3 text, $4 its SHA-256 in hexadecimal. */
export const insertRegulation = statement<object>(
  'insert_regulation',
  `INSERT INTO raffle_regulations (raffle_id, version, text, hash) VALUES ($1, $2, $3, decode($4, 'hex'))`,
);

/** Raffles that sell or will, so that there are few. */
export const selectStandingRaffles = statement<{ id: string; hasRegulation: boolean }>(
  'select_standing_raffles',
  `
  SELECT r.id, EXISTS (SELECT FROM raffle_regulations g WHERE g.raffle_id = r.id) AS "hasRegulation" FROM raffles r
  WHERE r.status IN ('SOON', 'OPEN', 'SOLD_OUT', 'CLOSED') AND r.deleted_at IS NULL ORDER BY r.id`,
);

export interface RegulationRow {
  raffleId: string;
  version: number;
  /** Hexadecimal. */
  hash: string;
  text: string;
  createdAt: Date;
  lastVersion: number;
}

/** $1 raffle id, $2 version; null: the last. */
export const selectRegulation = statement<RegulationRow>(
  'select_regulation',
  `
  SELECT g.raffle_id AS "raffleId", g.version, encode(g.hash, 'hex') AS hash, g.text, g.created_at AS "createdAt", l.version AS "lastVersion"
  FROM (SELECT x.version FROM raffle_regulations x WHERE x.raffle_id = $1 ORDER BY x.version DESC LIMIT 1) l
  JOIN raffle_regulations g ON g.raffle_id = $1 AND g.version = coalesce($2::int, l.version)`,
);

/** $1 raffles. */
export const selectCurrentHashes = statement<{ raffleId: string; hash: string }>(
  'select_current_regulation_hashes',
  `
  SELECT r.id AS "raffleId", encode(g.hash, 'hex') AS hash FROM unnest($1::uuid[]) AS r(id)
  CROSS JOIN LATERAL (SELECT x.hash FROM raffle_regulations x WHERE x.raffle_id = r.id ORDER BY x.version DESC LIMIT 1) g`,
);

/** $1 keys: a raffle and a version, as "id version". */
export const selectHashesOfVersions = statement<{ key: string; hash: string }>(
  'select_regulation_hashes_of_versions',
  `
  SELECT a.key, encode(g.hash, 'hex') AS hash FROM unnest($1::text[]) AS a(key)
  JOIN raffle_regulations g ON g.raffle_id = split_part(a.key, ' ', 1)::uuid AND g.version = split_part(a.key, ' ', 2)::int`,
);
