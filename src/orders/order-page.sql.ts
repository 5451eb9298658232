// SQL: measured: lists of orders are what buyers and operators read most.
import type { OrderStatus } from '../generated/prisma/client.js';
import type { Columns } from '../platform/database/column-statements.js';
import { keysetList, perScope, type Span } from '../platform/database/keyset-list.js';
import { BIGINT, INSTANT } from '../platform/page.js';
import { RAFFLE_COLUMNS, type RaffleRow } from '../raffles/raffle-row.js';
import { USER_COLUMNS, type UserRow } from '../users/user.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/**
 * Which orders a list holds: everybody's, one raffle's or one buyer's; `found`, those with certain ids; `buyer`, some of one buyer's,
 * which are few enough to look through. $1 the statuses.
 */
const SCOPES = {
  all: { where: undefined, isInSpan: true, nullsLast: [] },
  raffle: { where: 'o.raffle_id = $2::uuid', isInSpan: true, nullsLast: ['createdAt', 'id'] },
  user: { where: 'o.user_id = $2::uuid', isInSpan: false, nullsLast: ['id'] },
  buyer: {
    where: `o.created_at >= $2::timestamptz AND o.created_at < $3::timestamptz AND o.user_id = $4::uuid
        AND ($5::uuid IS NULL OR o.raffle_id = $5)`,
    isInSpan: false,
    nullsLast: ['id'],
  },
  found: {
    where: `o.created_at >= $2::timestamptz AND o.created_at < $3::timestamptz AND o.id = ANY ($6::bigint[])
        AND ($4::uuid IS NULL OR o.user_id = $4) AND ($5::uuid IS NULL OR o.raffle_id = $5)`,
    isInSpan: false,
    nullsLast: [],
  },
} as const;
export type OrderScope = keyof typeof SCOPES;

/** Which of all orders: every one that is given must hold. */
export interface OrderConditions extends Span {
  raffleId?: string | null;
  userId?: string | null;
  /** Instead of all orders. */
  ids?: string[];
}

/** The parameters of a scope's conditions. */
export function orderListValues(
  scope: OrderScope,
  statuses: OrderStatus[],
  { from, to, raffleId = null, userId = null, ids }: OrderConditions,
): unknown[] {
  const values: Record<OrderScope, unknown[]> = {
    all: [],
    raffle: [raffleId],
    user: [userId],
    buyer: [from, to, userId, raffleId],
    found: [from, to, userId, raffleId, ids],
  };
  return [statuses, ...values[scope]];
}

/** The block of an order's numbers: the ordinals from the first one to before the end, of so many that the raffle has. */
export interface OrderBlock {
  firstOrdinal: number;
  endOrdinal: number;
  size: number;
  /** How often the raffle's quota prizes were changed: with them its lucky numbers move, but none that was given. */
  changes: number;
  /** The blocks of the same raffle that were read with it, itself among them: their numbers are made together. */
  readTogether?: OrderBlock[];
}

type Prefixed<Prefix extends string, Row> = { [Name in keyof Row & string as `${Prefix}.${Name}`]: Row[Name] };

/** An order of a page, flat, with what is read beside it: its raffle, its buyer and the block of its numbers. */
export type OrderPageRow = OrderRow
  & Prefixed<'raffle', RaffleRow>
  & Prefixed<'user', UserRow>
  & Prefixed<'block', Omit<OrderBlock, 'readTogether'>>;

const prefixed = (prefix: string, columns: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column]);

const BLOCK_COLUMNS: Columns<Omit<OrderBlock, 'readTogether'>> = {
  firstOrdinal: 'a.first_ordinal',
  endOrdinal: 'a.end_ordinal',
  size: 'r.quota_quantity',
  changes: 'rc.quota_prize_changes',
};

const PAGE_COLUMNS = Object.fromEntries([
  ...Object.entries(ORDER_COLUMNS),
  ...prefixed('raffle', RAFFLE_COLUMNS),
  ...prefixed('user', USER_COLUMNS),
  ...prefixed('block', BLOCK_COLUMNS),
]) as Columns<OrderPageRow>;

/** The tables beside `orders o`, each by its key, and only those whose columns are read. */
const JOINS: [string, string][] = [
  ['c', 'LEFT JOIN charges c ON c.order_id = o.id'],
  ['r', 'LEFT JOIN raffles r ON r.id = o.raffle_id'],
  ['u', 'LEFT JOIN users u ON u.id = o.user_id'],
  ['a', 'LEFT JOIN quota_allocations a ON a.order_id = o.id'],
  ['rc', 'LEFT JOIN raffle_counters rc ON rc.raffle_id = o.raffle_id'],
];

/** By when they were placed, with the columns that are wanted: one statement for all that a list shows. A list by id alone has the time in its cursors too. */
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
    each: { column: 'o.status', values: '$1::order_status[]' },
  }),
);
