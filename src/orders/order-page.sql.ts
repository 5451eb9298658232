// SQL: measured: lists of orders are what buyers and operators read most.
import type { OrderStatus } from '../generated/prisma/client.js';
import type { Columns } from '../platform/database/column-statements.js';
import { keysetList, perScope, type Span } from '../platform/database/keyset-list.js';
import { BIGINT, INSTANT } from '../platform/page.js';
import { RAFFLE_COLUMNS, type RaffleRow } from '../raffles/raffle-row.js';
import { USER_COLUMNS, type UserRow } from '../users/user.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/** `found` are orders by id; `buyer` are some orders of a buyer's accounts, few enough to filter without an index. $1 the statuses. */
const SCOPES = {
  all: { where: undefined, isInSpan: true, nullsLast: [] },
  raffle: { where: 'o.raffle_id = $2::uuid', isInSpan: true, nullsLast: ['createdAt', 'id'] },
  user: { where: 'o.user_id = $2::uuid', isInSpan: false, nullsLast: ['id'] },
  buyer: {
    where: `o.created_at >= $2::timestamptz AND o.created_at < $3::timestamptz AND o.user_id = ANY ($4::uuid[])
        AND ($5::uuid IS NULL OR o.raffle_id = $5)`,
    isInSpan: false,
    nullsLast: ['id'],
  },
  found: {
    where: `o.created_at >= $2::timestamptz AND o.created_at < $3::timestamptz AND o.id = ANY ($6::bigint[])
        AND ($4::uuid[] IS NULL OR o.user_id = ANY ($4)) AND ($5::uuid IS NULL OR o.raffle_id = $5)`,
    isInSpan: false,
    nullsLast: [],
  },
} as const;
export type OrderScope = keyof typeof SCOPES;

export interface OrderConditions extends Span {
  raffleId?: string | null;
  userIds?: string[] | null;
  ids?: string[];
}

export function orderListValues(
  scope: OrderScope,
  statuses: OrderStatus[],
  { from, to, raffleId = null, userIds = null, ids }: OrderConditions,
): unknown[] {
  const values: Record<OrderScope, unknown[]> = {
    all: [],
    raffle: [raffleId],
    user: [userIds?.[0]],
    buyer: [from, to, userIds, raffleId],
    found: [from, to, userIds, raffleId, ids],
  };
  return [statuses, ...values[scope]];
}

/** The first block of an order: [firstOrdinal, endOrdinal) in a raffle of `size` quotas. */
export interface OrderBlock {
  firstOrdinal: number;
  endOrdinal: number;
  /** All blocks of an order that has several, ascending: [firstOrdinal, endOrdinal]. */
  ranges?: [number, number][] | null;
  size: number;
  /** Of the raffle. With some, numbers come with the round of the block. */
  quotaPrizes: number;
  /** Ordinals below it are decided. */
  decidedTo: number;
  /** All blocks of the same raffle in this page: their numbers are computed together. */
  readTogether?: OrderBlock[];
}

type Prefixed<Prefix extends string, Row> = { [Name in keyof Row & string as `${Prefix}.${Name}`]: Row[Name] };

export type OrderPageRow = OrderRow
  & Prefixed<'raffle', RaffleRow>
  & Prefixed<'user', UserRow>
  & Prefixed<'block', Omit<OrderBlock, 'readTogether'>>;

const prefixed = (prefix: string, columns: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column]);

export const BLOCK_COLUMNS: Columns<Omit<OrderBlock, 'readTogether'>> = {
  firstOrdinal: 'a.first_ordinal',
  endOrdinal: 'a.end_ordinal',
  ranges: 'a.ranges',
  size: 'r.quota_quantity',
  quotaPrizes: 'rc.quota_prizes',
  decidedTo: 'coalesce(ri.decided_to, 0)',
};

const PAGE_COLUMNS = Object.fromEntries([
  ...Object.entries(ORDER_COLUMNS),
  ...prefixed('raffle', RAFFLE_COLUMNS),
  ...prefixed('user', USER_COLUMNS),
  ...prefixed('block', BLOCK_COLUMNS),
]) as Columns<OrderPageRow>;

const JOINS: [string, string][] = [
  ['c', 'LEFT JOIN charges c ON c.order_id = o.id'],
  ['r', 'LEFT JOIN raffles r ON r.id = o.raffle_id'],
  ['u', 'LEFT JOIN users u ON u.id = o.user_id'],
  [
    'a',
    `CROSS JOIN LATERAL (
       SELECT min(x.first_ordinal) AS first_ordinal, (array_agg(x.end_ordinal ORDER BY x.first_ordinal))[1] AS end_ordinal,
              CASE WHEN count(*) > 1 THEN json_agg(json_build_array(x.first_ordinal, x.end_ordinal) ORDER BY x.first_ordinal) END AS ranges
       FROM quota_allocations x WHERE x.order_id = o.id
     ) a`,
  ],
  ['rc', 'LEFT JOIN raffle_counters rc ON rc.raffle_id = o.raffle_id'],
  ['ri', 'LEFT JOIN raffle_instants ri ON ri.raffle_id = o.raffle_id'],
];

/** By creation time. A list that is sorted by id alone has the time in its cursors too. */
export const orderLists = perScope(SCOPES, (scope, { where, isInSpan, nullsLast }) =>
  keysetList<OrderPageRow>({
    name: `order_page_of_${scope}`,
    columns: PAGE_COLUMNS,
    from: 'orders o',
    joins: (columns) => JOINS.flatMap(([alias, join]) => (new RegExp(`\\b${alias}\\.`).test(columns) ? [join] : [])).join('\n  '),
    where,
    key: [isInSpan ? ['createdAt', INSTANT, 'o.created_at'] : ['createdAt', INSTANT], ['id', BIGINT, 'o.id']],
    order: 'BOTH',
    nullsLast,
    isInSpan,
    each: [{ column: 'o.status', values: '$1::order_status[]' }],
  }),
);
