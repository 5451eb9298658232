import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../context.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { registerWins } from '../prizes/register-wins.js';
import { closeBoxesInSteps, type BoxWin, type SoldBlock } from '../proof/box-close.js';
import {
  insertCloseWins,
  lockBoxesOfBlocks,
  selectSoldBlocks,
  selectWinsOfOrders,
  type SoldBlockRow,
} from './raffle-boxes.sql.js';

const BLOCKS_A_READ = 4_000;
const WINS_A_STATEMENT = 10_000;

/** Draws the ALEATORIO units that are left, by a key that nobody knew during the sale. Writes nothing; empty without boxes. */
export async function closeAwardedBoxes(
  { db, raffleBoxes }: Pick<App, 'db' | 'raffleBoxes'>,
  raffleId: string,
  closeKey: Uint8Array,
): Promise<BoxWin[]> {
  const boxes = await raffleBoxes.ofSold(raffleId);
  if (!boxes) return [];
  const { prizes } = boxes.rules;
  const stored = await db.prisma.awardedBox.findMany({ where: { raffleId }, orderBy: { position: 'asc' } });
  const standings = stored.map(({ standing }) => standing);
  const blocks: SoldBlock[] = [];
  const wins: BoxWin[] = [];
  for await (const orders of soldBlocks(db, raffleId)) {
    for (const { firstOrdinal: first, count, boxes: held, isVoid } of orders)
      if (held > 0) blocks.push({ first, count, boxes: held, isVoid });
    for (const { atClose, ...win } of await winsOf(db, orders)) if (!atClose) wins.push(win);
  }
  const steps = closeBoxesInSteps({ raffleId, prizes, standings, blocks, wins, key: closeKey });
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  return step.value.wins;
}

/** Safe to repeat with the same wins: the database refuses a second prize for a box, or a second box for a unit. */
export async function writeCloseWins(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  raffleId: string,
  wins: readonly BoxWin[],
): Promise<void> {
  for (let at = 0; at < wins.length; at += WINS_A_STATEMENT) {
    const some = wins.slice(at, at + WINS_A_STATEMENT);
    const firsts = some.map(({ first }) => first);
    // A statement of its own: the next one sees boxes that were opened until now.
    await tx.query(lockBoxesOfBlocks, [raffleId, firsts]);
    const written = await tx.query(insertCloseWins, [
      raffleId,
      firsts,
      some.map(({ boxIndex }) => boxIndex),
      some.map(({ prizeId }) => prizeId),
      some.map(({ unit }) => unit),
    ]);
    await registerWins(
      app,
      tx,
      raffleId,
      written.map((win) => ({ kind: 'BOX', atClose: true, ...win })),
    );
  }
}

export function soldBlocks(sql: Sql, raffleId: string): AsyncGenerator<SoldBlockRow[], void> {
  return prefetchPages(
    (last) => sql.query(selectSoldBlocks, [raffleId, last ? last.at(-1)!.firstOrdinal + 1 : 0, BLOCKS_A_READ]),
    (rows) => rows.length === BLOCKS_A_READ,
  );
}

/** In the verifier's order: by block, then by box. */
export async function winsOf(sql: Sql, orders: readonly SoldBlockRow[]): Promise<(BoxWin & { atClose: boolean })[]> {
  const firsts = new Map(
    orders.flatMap(({ orderId, firstOrdinal, boxes }) => (boxes > 0 ? [[orderId, firstOrdinal] as const] : [])),
  );
  if (firsts.size === 0) return [];
  const rows = await sql.query(selectWinsOfOrders, [[...firsts.keys()]]);
  const wins = rows.map(({ orderId, boxIndex, prizeId, unit, atClose }) => {
    return { first: firsts.get(orderId)!, boxIndex, prizeId, unit, atClose };
  });
  return wins.sort((one, other) => one.first - other.first);
}
