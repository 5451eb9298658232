import type { GraphQLResolveInfo } from 'graphql';
import { selectionOfNodes } from '../graphql/connection.js';
import { selectionBelow, type Selection } from '../graphql/selected-fields.js';
import type { ColumnSet } from '../platform/database/column-statements.js';
import { raffleColumns, type RaffleRow } from '../raffles/raffle-row.js';
import { USER_COLUMNS, type UserRow } from '../users/user.sql.js';
import type { OrderBlock, OrderPageRow } from './order-page.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/** An order as it was read, with what stands beside it where that was read with it; null where there is none. */
export interface ReadOrder extends OrderRow {
  raffle?: RaffleRow | null;
  user?: UserRow | null;
  block?: OrderBlock | null;
}

type Column = keyof OrderPageRow & string;

/** What the fields of an Order that are no column of their own are made from, beside its raffle, buyer and block. */
const READ_FOR: Record<string, readonly (keyof OrderRow)[]> = {
  __typename: [],
  paymentMethod: [],
  qrCodeImage: ['qrCodeContent'],
  secondsLeft: ['status', 'expiresAt', 'readAt'],
  raffle: ['raffleId'],
  user: ['userId'],
  luckyNumbers: ['raffleId', 'paidAt'],
};

const ALL = Object.keys(ORDER_COLUMNS) as (keyof OrderRow)[];

// By the selection, which is kept with its document.
const known = new WeakMap<Selection, ColumnSet<OrderPageRow>>();

/** The columns behind what is asked of the orders of a page. All of an order's own for a field that is not known here. */
export function orderPageColumns(info: GraphQLResolveInfo): ColumnSet<OrderPageRow> {
  const selection = selectionOfNodes(info);
  const kept = known.get(selection);
  if (kept) return kept;
  const wanted = new Set<Column>(['id']);
  for (const field of selection.keys()) {
    const columns = field in ORDER_COLUMNS ? [field as keyof OrderRow] : (READ_FOR[field] ?? ALL);
    for (const column of columns) wanted.add(column);
  }
  const raffle = selectionBelow(selection, 'raffle', info.fragments);
  if (raffle) for (const name of raffleColumns(raffle)) wanted.add(`raffle.${name}`);
  if (selection.has('user')) for (const name of Object.keys(USER_COLUMNS)) wanted.add(`user.${name as keyof UserRow}`);
  if (selection.has('luckyNumbers')) {
    for (const name of ['firstOrdinal', 'endOrdinal', 'size'] as const) wanted.add(`block.${name}`);
  }
  known.set(selection, wanted);
  return wanted;
}

const PARTS = [
  ['raffle', 'raffle.id'],
  ['user', 'user.id'],
  ['block', 'block.firstOrdinal'],
] as const;

/** The tree of a page's flat rows. Orders of one raffle, or of one buyer, share what stands beside them. */
export function ordersOf(rows: OrderPageRow[], wanted: ColumnSet<OrderPageRow>): ReadOrder[] {
  const parts = PARTS.filter(([, key]) => wanted.has(key)).map(([part, key]) => {
    const names = [...wanted]
      .filter((column) => column.startsWith(`${part}.`))
      .map((column) => [column.slice(part.length + 1), column]);
    return { part, key, names: names as [string, Column][], made: new Map<unknown, object>() };
  });
  for (const row of rows as (OrderPageRow & Record<string, unknown>)[]) {
    for (const { part, key, names, made } of parts) {
      const shared = part === 'block' ? undefined : made.get(row[key]);
      row[part] = row[key] === null ? null : (shared ?? pick(row, names));
      if (!shared) made.set(row[key], row[part] as object);
    }
  }
  return rows;
}

function pick(row: Record<string, unknown>, names: [string, string][]): object {
  const part: Record<string, unknown> = {};
  for (const [name, column] of names) part[name] = row[column];
  return part;
}
