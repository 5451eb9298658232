import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../context.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import { closeBoxesInSteps, type BoxWin, type SoldBlock } from '../proof/box-close.js';
import {
  insertCloseWins,
  lockBoxesOfOrders,
  selectSoldBlocks,
  selectStandings,
  selectWinsOfOrders,
  type SoldBlockRow,
} from './close.sql.js';
import { PRIMITIVES } from './node-primitives.js';

const BLOCKS_A_READ = 10_000;
const WINS_A_STATEMENT = 10_000;

/** A unit that the close drew into a box. */
export interface CloseWinRow {
  orderId: string;
  boxIndex: number;
  prizeId: string;
  unit: number;
}

/**
 * Where the ALEATORIO units that nobody holds go, by a key of 32 bytes that nobody knew while quotas were sold: `closeBoxes` of the proof
 * over what is frozen, step by step: others are served meanwhile. Reads outside of any transaction, and writes nothing; none for a
 * raffle without boxes.
 */
export async function closeAwardedBoxes(
  { db, boxDesk }: Pick<App, 'db' | 'boxDesk'>,
  raffleId: string,
  closeKey: Uint8Array,
): Promise<CloseWinRow[]> {
  const boxes = await boxDesk.ofSold(raffleId);
  if (!boxes) return [];
  const { prizes } = boxes.rules;
  const standings = (await db.query(selectStandings, [raffleId])).map(({ standing }) => standing);
  const blocks: SoldBlock[] = [];
  const wins: BoxWin[] = [];
  const orderIds = new Map<number, string>();
  for await (const orders of soldBlocks(db, raffleId)) {
    for (const { orderId, firstOrdinal: first, count, boxes: held, isVoid } of orders) {
      if (held === 0) continue;
      blocks.push({ first, count, boxes: held, isVoid });
      orderIds.set(first, orderId);
    }
    for (const { atClose, ...win } of await winsOf(db, orders)) if (!atClose) wins.push(win);
  }
  const steps = closeBoxesInSteps({ raffleId, prizes, standings, blocks, wins, key: closeKey }, PRIMITIVES);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  return rowsOf(step.value.wins, orderIds);
}

/** The wins by their orders, in the same order. */
async function rowsOf(wins: readonly BoxWin[], orderIds: ReadonlyMap<number, string>): Promise<CloseWinRow[]> {
  const rows: CloseWinRow[] = [];
  for (const { first, boxIndex, prizeId, unit } of wins) {
    rows.push({ orderId: orderIds.get(first)!, boxIndex, prizeId, unit });
    if (rows.length % WINS_A_STATEMENT === 0) await nextTurn();
  }
  return rows;
}

/** Writes what the close drew. Safe to repeat with the same wins; a unit or a box that holds another already is refused by the database. */
export async function writeCloseWins(tx: Transaction, raffleId: string, wins: readonly CloseWinRow[]): Promise<void> {
  for (let at = 0; at < wins.length; at += WINS_A_STATEMENT) {
    const some = wins.slice(at, at + WINS_A_STATEMENT);
    const orderIds = some.map(({ orderId }) => orderId);
    // Apart: what was opened until then is seen.
    await tx.query(lockBoxesOfOrders, [orderIds]);
    await tx.query(insertCloseWins, [
      raffleId,
      orderIds,
      some.map(({ boxIndex }) => boxIndex),
      some.map(({ prizeId }) => prizeId),
      some.map(({ unit }) => unit),
    ]);
  }
}

/** The blocks of a raffle by ordinal, so many at once. */
export async function* soldBlocks(sql: Sql, raffleId: string): AsyncGenerator<SoldBlockRow[]> {
  for (let from = 0; ;) {
    const rows = await sql.query(selectSoldBlocks, [raffleId, from, BLOCKS_A_READ]);
    if (rows.length > 0) yield rows;
    if (rows.length < BLOCKS_A_READ) return;
    from = rows.at(-1)!.firstOrdinal + 1;
  }
}

/** What the boxes of orders hold, by where their blocks begin. */
export async function winsOf(sql: Sql, orders: readonly SoldBlockRow[]): Promise<(BoxWin & { atClose: boolean })[]> {
  const firsts = new Map(
    orders.flatMap(({ orderId, firstOrdinal, boxes }) => (boxes > 0 ? [[orderId, firstOrdinal] as const] : [])),
  );
  if (firsts.size === 0) return [];
  const rows = await sql.query(selectWinsOfOrders, [[...firsts.keys()]]);
  return rows.map(({ orderId, ...win }) => ({ first: firsts.get(orderId)!, ...win }));
}
