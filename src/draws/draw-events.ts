import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import {
  described,
  hash,
  NO_HASH,
  NOWHERE,
  orderId,
  orNull,
  record,
  uuid,
  whole,
  type EventDeclaration,
} from '../webhooks/event-shapes.js';
import { writeEvents } from '../webhooks/outbox.js';

interface DrawEvents {
  'raffle.frozen': { raffleId: string; manifestHash: string; round: number | null; contest: number | null };
  'raffle.drawn': {
    raffleId: string;
    manifestHash: string;
    winners: { position: number; luckyNumber: string; orderId: string; userId: string }[];
  };
}

/** In the transaction of the draw's step. */
export async function drawEvent<Type extends keyof DrawEvents>(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  type: Type,
  data: DrawEvents[Type],
): Promise<void> {
  await writeEvents(app, tx, [{ type, data }]);
}

export const drawEvents = {
  'raffle.frozen': {
    description: 'a raffle was frozen for its draw, with the hash of its manifest and the round or the contest that draws it.',
    data: record({
      raffleId: uuid,
      manifestHash: described(hash, 'SHA-256 of the manifest, in hexadecimal digits.'),
      round: described(orNull(whole), 'The round of the beacon that draws it. Null for the Loteria Federal.'),
      contest: described(orNull(whole), 'The contest of the Loteria Federal that draws it. Null for the beacon.'),
    }),
    sample: { raffleId: NOWHERE, manifestHash: NO_HASH, round: 1, contest: null },
  },
  'raffle.drawn': {
    description: 'a raffle was drawn, with its winners. They stand.',
    data: record({
      raffleId: uuid,
      manifestHash: hash,
      winners: {
        type: 'array',
        items: record({
          position: described({ type: 'integer', minimum: 1 }, 'Of the prize.'),
          luckyNumber: described({ type: 'string', pattern: '^\\d+$' }, 'With its zeros in front.'),
          orderId,
          userId: uuid,
        }),
      },
    }),
    sample: {
      raffleId: NOWHERE,
      manifestHash: NO_HASH,
      winners: [{ position: 1, luckyNumber: '000000', orderId: '0', userId: NOWHERE }],
    },
  },
} satisfies Record<string, EventDeclaration>;
