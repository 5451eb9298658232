import type { OrderStatus } from '../generated/prisma/client.js';
import { columnStatements, type Columns } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import { beginOf, type Place, type Span } from '../platform/page.js';
import { RAFFLE_COLUMNS, type RaffleRow } from '../raffles/raffle-row.js';
import { USER_COLUMNS, type UserRow } from '../users/user.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/**
 * Which orders a list holds: everybody's, one raffle's or one buyer's; `found`, those with certain ids; `buyer`, some of one buyer's,
 * looked for among all that are theirs.
 */
export type OrderScope = 'all' | 'raffle' | 'user' | 'buyer' | 'found';

/** Which of all orders: every one that is given must hold. */
export interface OrderConditions extends Span {
  raffleId?: string | null;
  userId?: string | null;
  /** Instead of all orders. */
  ids?: string[];
}

/** Which ends of the span are asked of an order: a page by time has one of them in its place, see `beginOf`. */
type Ends = 'both' | 'from' | 'to';

/** How a scope's orders are found: each is in an order that only its own index has. */
interface Scope {
  /** What is asked of an order, with its parameters from the n-th on. */
  condition(n: number, ends: Ends): string;
  values(conditions: OrderConditions, ends: Ends): unknown[];
  /** By which an order's place is told. */
  key: 'id' | 'createdAt';
  /** NULLS LAST, which changes nothing else, names the index of those that have that order. */
  hasNullsLast: boolean;
}

const spanOf = (n: number, ends: Ends = 'both'): string => {
  const [from, to] = [`o.created_at >= $${n}::timestamptz`, `o.created_at < $${ends === 'both' ? n + 1 : n}::timestamptz`];
  return { both: `${from} AND ${to}`, from, to }[ends];
};
const valuesOf = ({ from, to }: OrderConditions, ends: Ends): string[] => ({ both: [from, to], from: [from], to: [to] })[ends];

const SCOPES: Record<OrderScope, Scope> = {
  all: { condition: spanOf, values: valuesOf, key: 'createdAt', hasNullsLast: false },
  raffle: {
    condition: (n, ends) => `${spanOf(n, ends)} AND o.raffle_id = $${ends === 'both' ? n + 2 : n + 1}::uuid`,
    values: (conditions, ends) => [...valuesOf(conditions, ends), conditions.raffleId],
    key: 'createdAt',
    hasNullsLast: true,
  },
  user: {
    condition: (n) => `o.user_id = $${n}::uuid`,
    values: ({ userId }) => [userId],
    key: 'id',
    hasNullsLast: true,
  },
  // Of a buyer's own there are few enough to look through.
  buyer: {
    condition: (n) => `${spanOf(n)} AND o.user_id = $${n + 2}::uuid AND ($${n + 3}::uuid IS NULL OR o.raffle_id = $${n + 3})`,
    values: ({ from, to, userId, raffleId }) => [from, to, userId, raffleId],
    key: 'id',
    hasNullsLast: true,
  },
  found: {
    condition: (n) =>
      `${spanOf(n)} AND o.id = ANY ($${n + 2}::bigint[]) AND ($${n + 3}::uuid IS NULL OR o.user_id = $${n + 3})
        AND ($${n + 4}::uuid IS NULL OR o.raffle_id = $${n + 4})`,
    values: ({ from, to, ids, userId, raffleId }) => [from, to, ids, userId, raffleId],
    key: 'id',
    hasNullsLast: false,
  },
};

/** A statement a scope, so that each is planned over its own index. */
function perScope<Made>(make: (name: OrderScope, scope: Scope) => Made): Record<OrderScope, Made> {
  return Object.fromEntries(Object.entries(SCOPES).map(([name, scope]) => [name, make(name as OrderScope, scope)])) as Record<
    OrderScope,
    Made
  >;
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

/** How a scope's orders are sorted, and which stand behind $3, an instant, and $4, an id; by id alone $3 is the id. */
function sorting({ key, hasNullsLast }: Scope, isDescending: boolean): { behind: string; order: string } {
  const nulls = hasNullsLast ? ` NULLS ${isDescending ? 'LAST' : 'FIRST'}` : '';
  const columns = key === 'id' ? ['o.id'] : ['o.created_at', 'o.id'];
  const values = key === 'id' ? '$3::bigint' : '$3::timestamptz, $4::bigint';
  return {
    behind: `(${columns.join(', ')}) ${isDescending ? '<' : '>'} (${values})`,
    order: columns.map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}${nulls}`).join(', '),
  };
}

/**
 * In the order of their creation, with the columns that are wanted: one statement for all that a list shows. $1 the statuses, $2 how
 * many, and see `orderPageValues`.
 *
 * The first of each status are found apart, each at its place in the index of the scope: orders of a rare status are far apart among
 * the others. NULLS LAST changes nothing but which index has the order that is asked for: with another's, a plan may walk all orders
 * there are in the hope of meeting enough. The ids are an array, which counts as short in every plan: what belongs to them is fetched
 * by its keys.
 */
export const selectOrderPage = perScope((name, scope) => ({
  descending: orderPage(name, scope, true),
  ascending: orderPage(name, scope, false),
}));

function orderPage(name: OrderScope, scope: Scope, isDescending: boolean) {
  const { behind, order } = sorting(scope, isDescending);
  return columnStatements<OrderPageRow>(
    `select_order_page_of_${name}${isDescending ? '' : '_ascending'}`,
    PAGE_COLUMNS,
    (columns) => `
  SELECT ${columns}
  FROM unnest(ARRAY(
    SELECT found.id FROM unnest($1::order_status[]) AS wanted(status) CROSS JOIN LATERAL (
      SELECT o.id, o.created_at FROM orders o
      WHERE ${scope.condition(firstOf(scope), endsOf(scope, isDescending))} AND o.status = wanted.status AND ${behind}
      ORDER BY ${order} LIMIT $2
    ) found
    ORDER BY ${order.replaceAll('o.', 'found.')} LIMIT $2
  )) AS page(id) JOIN orders o ON o.id = page.id
  ${JOINS.flatMap(([alias, join]) => (new RegExp(`\\b${alias}\\.`).test(columns) ? [join] : [])).join('\n  ')}
  ORDER BY ${order}`,
  );
}

/** The number of a scope's first parameter in a page: behind the statuses, how many, and the place. */
function firstOf({ key }: Scope): number {
  return key === 'id' ? 4 : 5;
}

/** Of the span, what a page's place does not say itself. */
function endsOf({ key }: Scope, isDescending: boolean): Ends {
  if (key === 'id') return 'both';
  return isDescending ? 'from' : 'to';
}

/** The values of `selectOrderPage`; `behind` is the place that the page stands behind. */
export function orderPageValues(
  name: OrderScope,
  page: { statuses: OrderStatus[]; size: number; isDescending: boolean; behind: Place; conditions: OrderConditions },
): unknown[] {
  const scope = SCOPES[name];
  const { statuses, size, behind, isDescending, conditions } = page;
  const { place } = beginOf(page, { behind, span: conditions, leastId: '0' });
  const begin = scope.key === 'id' ? [behind[1]] : place;
  return [statuses, size, ...begin, ...scope.values(conditions, endsOf(scope, isDescending))];
}

/** $1 the statuses, and see `orderCountValues`. */
export const countOrders = perScope((name, { condition }) =>
  statement<{ count: bigint }>(
    `count_orders_of_${name}`,
    `
  SELECT count(*) FROM orders o WHERE ${condition(2, 'both')} AND o.status = ANY ($1::order_status[])`,
  ),
);

/** The values of `countOrders`. */
export function orderCountValues(scope: OrderScope, statuses: OrderStatus[], conditions: OrderConditions): unknown[] {
  return [statuses, ...SCOPES[scope].values(conditions, 'both')];
}
