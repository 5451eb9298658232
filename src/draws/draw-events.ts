import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';

/** What operators' endpoints are told of a draw. */
interface DrawEvents {
  'raffle.frozen': { raffleId: string; manifestHash: string; round: number | null; contest: number | null };
  'raffle.drawn': {
    raffleId: string;
    manifestHash: string;
    winners: { position: number; luckyNumber: string; orderId: string; userId: string }[];
  };
}

/** Tells of a draw, in the transaction that moved it. */
export async function drawEvent<Type extends keyof DrawEvents>(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  type: Type,
  data: DrawEvents[Type],
): Promise<void> {
  await writeEvents(app, tx, [{ type, data }]);
}
