// SQL: measured: an export has as many lines as a raffle has orders, and each is made once.
import { csvCell, csvReais } from '../platform/csv.js';
import { statement } from '../platform/database/statement.js';
import { TRACKING_NAMES } from '../quotas/reserve-orders.js';

export interface ExportedPage {
  /** Null behind the last order. */
  text: string | null;
  count: number;
  lastCreatedAt: Date;
  lastId: string;
}

const businessTime = (at: string): string => `to_char(${at} AT TIME ZONE $6::text, 'YYYY-MM-DD HH24:MI:SS')`;

/** Nearly all phones, and none of them needs quotation marks. */
const PHONE = `CASE WHEN u.phone ~ '^\\+\\d+$' THEN '''' || u.phone ELSE ${csvCell('u.phone')} END`;
const CPF_PARTS = "substr(u.cpf, 1, 3) || '.' || substr(u.cpf, 4, 3) || '.' || substr(u.cpf, 7, 3) || '-' || substr(u.cpf, 10)";
/** Eleven digits with their punctuation, which keeps the zeros. */
const CPF = `CASE WHEN u.cpf ~ '^\\d{11}$' THEN ${CPF_PARTS} ELSE ${csvCell('u.cpf')} END`;

const TRACKED = TRACKING_NAMES.map((name) => csvCell(`(o.tracking->>'${name}')`));

/** By the name of its column, as text of SQL. */
const CELLS = {
  id: 'o.id::text',
  status: 'o.status::text',
  reservation: 'o.reservation::text',
  createdAt: businessTime('o.created_at'),
  paidAt: `coalesce(${businessTime('o.paid_at')}, '')`,
  buyerName: csvCell('u.name'),
  buyerPhone: PHONE,
  buyerCpf: CPF,
  quotaQuantity: 'o.quota_quantity::text',
  bonusQuotas: 'o.bonus_quotas::text',
  luckyNumbers: "CASE WHEN o.paid_at IS NULL THEN '0' ELSE o.quota_quantity::text END",
  priceByQuota: csvReais('o.price_by_quota'),
  discount: csvReais('o.discount'),
  totalValue: csvReais('o.total_value'),
  paymentMethod: "'PIX'",
  paymentProviderName: csvCell('o.payment_provider_name'),
  referral: csvCell('o.referral'),
};

export const EXPORTED_COLUMNS: readonly string[] = [...Object.keys(CELLS), ...TRACKING_NAMES];

const TRACKING = `CASE WHEN o.tracking IS NULL THEN '${';'.repeat(TRACKED.length - 1)}' ELSE ${TRACKED.join(" || ';' || ")} END`;

const LINE = `${Object.values(CELLS).join(" || ';' || ")} || ';'
  || ${TRACKING} || E'\\r\\n'`;

/**
 * Newest first. Every plan counts an array as short, so the rest is fetched by its keys. `nulls` names the index that has the order; no
 * key is null. $1 raffle, $2 statuses, $3 and $4 the last order before, $5 how many, $6 time zone.
 */
const fromPage = (condition: string, nulls = 'NULLS LAST'): string => `
    FROM unnest(ARRAY(
      SELECT found.id FROM unnest($2::order_status[]) AS wanted(status) CROSS JOIN LATERAL (
        SELECT o.created_at, o.id FROM orders o
        WHERE ${condition} AND o.status = wanted.status AND (o.created_at, o.id) < ($3::timestamptz, $4::bigint)
        ORDER BY o.created_at DESC ${nulls}, o.id DESC ${nulls} LIMIT $5
      ) found ORDER BY found.created_at DESC, found.id DESC LIMIT $5
    )) WITH ORDINALITY AS page(id, place)
    JOIN orders o ON o.id = page.id LEFT JOIN users u ON u.id = o.user_id`;

/** Lines of the file of one raffle. The parameters are those of a page. */
export const selectExportedOrders = statement<ExportedPage>(
  'select_exported_orders',
  `
  SELECT string_agg(line, '') AS text, count(*)::int AS count, min(created_at) AS "lastCreatedAt",
         (array_agg(id))[count(*)::int]::text AS "lastId"
  FROM (
    SELECT ${LINE} AS line, o.created_at, o.id ${fromPage('o.raffle_id = $1')}
    ORDER BY page.place
  ) lines`,
);

/** A line without its end, for what is read of other tables. */
export interface OrderLine {
  id: string;
  raffleId: string;
  createdAt: Date;
  line: string;
}

const { luckyNumbers: _, id, status, reservation, ...OTHERS } = CELLS;
const inWords = (kind: string, value: string): string => csvCell(`coalesce($8::jsonb->'${kind}'->>(${value}), ${value})`);
const WORDED = {
  id,
  raffle: csvCell('r.title'),
  status: inWords('status', status),
  reservation: inWords('reservation', reservation),
  ...OTHERS,
};

/** Of the lines of orders of one or all raffles. */
export const LINE_COLUMNS = [...Object.keys(WORDED), ...TRACKING_NAMES] as readonly LineColumn[];
export type LineColumn = keyof typeof WORDED | (typeof TRACKING_NAMES)[number];

const orderLines = (name: string, condition: string, nulls: string) =>
  statement<OrderLine>(
    name,
    `
    SELECT o.id::text, o.raffle_id AS "raffleId", o.created_at AS "createdAt",
           ${Object.values(WORDED).join(" || ';' || ")} || ';' || ${TRACKING} AS line
    ${fromPage(`${condition} AND o.created_at >= $7::timestamptz`, nulls)} JOIN raffles r ON r.id = o.raffle_id
    ORDER BY page.place`,
  );

/** The parameters are those of a page, $7 placed from, $8 words for statuses and reservations, as JSON. */
export const selectLinesOfRaffle = orderLines('select_order_lines_of_raffle', 'o.raffle_id = $1', 'NULLS LAST');
/** $1 is null. */
export const selectLinesOfAll = orderLines('select_order_lines_of_all', '$1::uuid IS NULL', 'NULLS FIRST');
