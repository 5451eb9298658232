import * as shape from '../webhooks/event-shapes.js';

export const drawEvents = {
  'raffle.frozen': {
    description: 'a raffle was frozen for its draw, with the hash of its manifest and the round or the contest that draws it.',
    data: shape.record({
      raffleId: shape.uuid,
      manifestHash: shape.described(shape.hash, 'SHA-256 of the manifest, in hexadecimal digits.'),
      round: shape.described(shape.orNull(shape.whole), 'The round of the beacon that draws it. Null for the Loteria Federal.'),
      contest: shape.described(
        shape.orNull(shape.whole),
        'The contest of the Loteria Federal that draws it. Null for the beacon.',
      ),
      contestDate: shape.described(
        shape.orNull({ type: 'string', format: 'date' }),
        'The day of the contest, as YYYY-MM-DD. Null for the beacon.',
      ),
    }),
    sample: { raffleId: shape.NOWHERE, manifestHash: shape.NO_HASH, round: 1, contest: null, contestDate: null },
  },
  'raffle.drawn': {
    description: 'a raffle was drawn, with its winners. They stand.',
    data: shape.record({
      raffleId: shape.uuid,
      manifestHash: shape.hash,
      winners: {
        type: 'array',
        items: shape.record({
          position: shape.described({ type: 'integer', minimum: 1 }, 'Of the prize.'),
          luckyNumber: shape.described({ type: 'string', pattern: '^\\d+$' }, 'With its zeros in front.'),
          orderId: shape.orderId,
          userId: shape.uuid,
        }),
      },
    }),
    sample: {
      raffleId: shape.NOWHERE,
      manifestHash: shape.NO_HASH,
      winners: [{ position: 1, luckyNumber: '000000', orderId: '0', userId: shape.NOWHERE }],
    },
  },
} satisfies Record<string, shape.EventDeclaration>;
