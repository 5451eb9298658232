import { columnStatements, type ColumnSet, type Columns } from '../platform/database/column-statements.js';
import { statement, type Statement } from '../platform/database/database.js';
import { RAFFLE_COLUMNS, type RaffleRow } from '../raffles/raffle-row.js';
import { USER_COLUMNS, type UserRow } from '../users/user.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/** Whose orders a list holds: everybody's, one raffle's or one buyer's. */
export type OrderScope = 'all' | 'raffle' | 'user';

/** How a scope's orders are found: the order of `id` is one that only its own index has. */
interface Scope {
  /** Of the scope's id, as a parameter; there is none for all. */
  condition(id: string): string;
  id: string;
  newestFirst: string;
}

const ALL: Scope = { condition: () => 'true', id: 'o.id + 0', newestFirst: 'o.id + 0 DESC' };
const OF_RAFFLE: Scope = { condition: (id) => `o.raffle_id = ${id}::uuid`, id: 'o.id', newestFirst: 'o.id DESC NULLS LAST' };
const OF_USER: Scope = { condition: (id) => `o.user_id = ${id}::uuid`, id: 'o.id', newestFirst: 'o.id DESC NULLS LAST' };

/** A statement a scope, so that each is planned over its own index. */
function perScope<Made>(make: (name: string, scope: Scope) => Made, name: string): Record<OrderScope, Made> {
  return {
    all: make(`${name}_all`, ALL),
    raffle: make(`${name}_of_raffle`, OF_RAFFLE),
    user: make(`${name}_of_user`, OF_USER),
  };
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

/**
 * Newest first, with the columns that are wanted: one statement for all that a list shows. $1 the statuses, $2 id to stay below or
 * null, $3 how many, and $4 the scope's id where there is one.
 *
 * The newest of each status are found apart, each at its place in the index of the scope: orders of a rare status are far apart among
 * the others. `+ 0` and NULLS LAST change nothing but which index has the order that is asked for: with the primary key's, a plan
 * may walk all orders there are in the hope of meeting enough. The ids are an array, which counts as short in every plan: what belongs
 * to them is fetched by its keys.
 */
export const selectOrderPage: Record<OrderScope, (wanted: ColumnSet<OrderPageRow>) => Statement<OrderPageRow>> = perScope(
  (name, { condition, id, newestFirst }) =>
    columnStatements<OrderPageRow>(
      name,
      PAGE_COLUMNS,
      (columns) => `
  SELECT ${columns}
  FROM unnest(ARRAY(
    SELECT found.id FROM unnest($1::order_status[]) AS wanted(status) CROSS JOIN LATERAL (
      SELECT o.id FROM orders o
      WHERE ${condition('$4')} AND o.status = wanted.status AND ${id} < coalesce($2::bigint, 9223372036854775807)
      ORDER BY ${newestFirst} LIMIT $3
    ) found
    ORDER BY found.id DESC LIMIT $3
  )) AS page(id) JOIN orders o ON o.id = page.id
  ${JOINS.flatMap(([alias, join]) => (new RegExp(`\\b${alias}\\.`).test(columns) ? [join] : [])).join('\n  ')}
  ORDER BY o.id DESC`,
    ),
  'select_order_page',
);

/** $1 the statuses, $2 the scope's id where there is one. */
export const countOrders = perScope(
  (name, { condition }) =>
    statement<{ count: bigint }>(
      name,
      `
  SELECT count(*) FROM orders o WHERE ${condition('$2')} AND o.status = ANY ($1::order_status[])`,
    ),
  'count_orders',
);
