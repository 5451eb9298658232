import type { ColumnSet } from '../platform/database/column-statements.js';
import type { Selection } from '../platform/selection.js';
import { raffleColumns, type RaffleRow } from '../raffles/raffle-row.js';
import { userColumns, type UserRow } from '../users/user.sql.js';
import { BLOCK_COLUMNS, type OrderBlock, type OrderPageRow } from './order-page.sql.js';
import { ORDER_COLUMNS, type OrderRow } from './order.sql.js';

/** Parts were read in the same statement; null where there is none. */
export interface ReadOrder extends OrderRow {
  raffle?: RaffleRow | null;
  user?: UserRow | null;
  block?: OrderBlock | null;
}

type Column = keyof OrderPageRow;

const READ_FOR: Record<string, readonly (keyof OrderRow)[]> = {
  __typename: [],
  paymentMethod: [],
  qrCodeImage: ['qrCodeContent'],
  secondsLeft: ['status', 'expiresAt', 'readAt'],
  shareUrl: [],
  raffle: ['raffleId'],
  user: ['userId'],
  luckyNumbers: ['raffleId', 'paidAt'],
  awardedBoxes: [],
  instant: [],
  payments: [],
  refunds: [],
  refundRule: ['raffleId'],
  quotaPrizes: [],
};

const ALL = Object.keys(ORDER_COLUMNS) as (keyof OrderRow)[];

export interface OrderPageShape {
  columns: ColumnSet<OrderPageRow>;
  parts: { part: 'raffle' | 'user' | 'block'; key: Column; names: [name: string, column: Column][] }[];
}

// A selection lives as long as its document.
const known = new WeakMap<Selection, OrderPageShape>();

/** An unknown field selects all columns of the order. */
export function orderPageShape(selection: Selection): OrderPageShape {
  const kept = known.get(selection);
  if (kept) return kept;
  const columns = new Set<Column>(['id', 'createdAt']);
  for (const field of selection.fields()) {
    for (const column of field in ORDER_COLUMNS ? [field as keyof OrderRow] : (READ_FOR[field] ?? ALL)) columns.add(column);
  }
  const parts: OrderPageShape['parts'] = [];
  const readPart = (part: 'raffle' | 'user' | 'block', key: Column, names: string[]): void => {
    parts.push({ part, key, names: names.map((name) => [name, `${part}.${name}` as Column]) });
    for (const name of names) columns.add(`${part}.${name}` as Column);
  };
  const raffle = selection.below('raffle');
  if (raffle) readPart('raffle', 'raffle.id', [...raffleColumns(raffle)]);
  const user = selection.below('user');
  if (user) readPart('user', 'user.id', userColumns(user));
  if (selection.has('luckyNumbers')) readPart('block', 'block.firstOrdinal', Object.keys(BLOCK_COLUMNS));
  const shape = { columns, parts };
  known.set(selection, shape);
  return shape;
}

/** Builds trees from flat rows. Orders of the same raffle or buyer share one object. */
export function ordersOf(rows: OrderPageRow[], { parts }: OrderPageShape): ReadOrder[] {
  const orders: (ReadOrder & Record<string, unknown>)[] = rows as (OrderPageRow & Record<string, unknown>)[];
  for (const { part, key, names } of parts) {
    const made = new Map<unknown, object>();
    for (const order of orders) {
      const value = order[key];
      const shared = part === 'block' ? undefined : made.get(value);
      const beside = value === null ? null : (shared ?? pick(order, names));
      if (beside && !shared) made.set(value, beside);
      (order as Record<string, unknown>)[part] = beside;
    }
  }
  if (parts.some(({ part }) => part === 'block')) groupBlocks(orders);
  return orders;
}

function groupBlocks(orders: ReadOrder[]): void {
  const ofRaffle = new Map<string, OrderBlock[]>();
  for (const { raffleId, block } of orders) {
    // Those of an order with several blocks are made alone.
    if (!block || block.ranges) continue;
    block.readTogether = ofRaffle.get(raffleId) ?? [];
    block.readTogether.push(block);
    ofRaffle.set(raffleId, block.readTogether);
  }
}

function pick(row: Record<string, unknown>, names: [string, string][]): object {
  const part: Record<string, unknown> = {};
  for (const [name, column] of names) part[name] = row[column];
  return part;
}
