import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { WonPrizeKind } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { wonPrizeEvent } from './won-prize-events.js';
import { insertWonPrizes, returnWonPrizes, showWonPrize } from './won-prize.sql.js';

const WINS_A_STATEMENT = 10_000;

/** One prize, or one unit of it. */
export interface Win {
  kind: WonPrizeKind;
  /** The id of the awarded box or quota prize. Null for a main prize. */
  prizeId: string | null;
  /** The position of a main prize, the unit of an awarded box, 0 for a quota prize. */
  unit: number;
  orderId: string;
  /** The lucky number, if one won it. That of a quota prize is known. */
  number?: number | null;
  /** The box that holds it, from 0. */
  boxIndex?: number | null;
  atClose?: boolean;
  /** Whether the winner may know it at once. False for a box that is not open. */
  isShown: boolean;
}

type Parts = Pick<App, 'deliveries'>;

/**
 * In the transaction that writes the wins; the database refuses a prize that is owed already. What an order wins whose money the bank
 * has taken back goes to the close.
 */
export async function registerWins(app: Parts, tx: Transaction, raffleId: string, wins: readonly Win[]): Promise<void> {
  for (let at = 0; at < wins.length; at += WINS_A_STATEMENT) {
    const some = wins.slice(at, at + WINS_A_STATEMENT);
    const registered = await tx.query(insertWonPrizes, [
      raffleId,
      some.map(() => uuidv7()),
      some.map(({ kind }) => kind),
      some.map(({ prizeId }) => prizeId),
      some.map(({ unit }) => unit),
      some.map(({ orderId }) => orderId),
      some.map(({ number }) => number ?? null),
      some.map(({ boxIndex }) => boxIndex ?? null),
      some.map(({ atClose }) => atClose ?? false),
      some.map(({ isShown }) => isShown),
    ]);
    await writeEvents(
      app,
      tx,
      registered
        .filter(({ state, shownAt }) => state === 'WON' && shownAt !== null)
        .map((row) => wonPrizeEvent('prize.won', row)),
    );
  }
}

/** The buyer opened the box. Nothing happens when it is empty. */
export async function tellOfWin(app: Parts, tx: Transaction, box: { orderId: string; boxIndex: number }): Promise<void> {
  const shown = await tx.query(showWonPrize, [box.orderId, box.boxIndex]);
  await writeEvents(
    app,
    tx,
    shown.map((row) => wonPrizeEvent('prize.won', row)),
  );
}

/** The orders are void: the close gives their prizes to others. In a raffle that was called off they stay owed, since it has no close. */
export async function returnPrizesToClose(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.query(returnWonPrizes, [orderIds]);
}
