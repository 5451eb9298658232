import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { wonPrizeEvent } from '../prizes/won-prize-events.js';
import { writeEvents } from '../webhooks/outbox.js';
import { showWinsOfCalledOff } from './register.sql.js';

/** Boxes of a raffle that was called off cannot be opened any more, and what they hold stays owed: their buyers are told. */
export async function tellWinsOfCalledOff(app: Pick<App, 'deliveries'>, tx: Transaction, orderIds: string[]): Promise<void> {
  const shown = await tx.query(showWinsOfCalledOff, [orderIds]);
  await writeEvents(
    app,
    tx,
    shown.map((prize) => wonPrizeEvent('prize.won', prize)),
  );
}
