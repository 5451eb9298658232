import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DrawConfirmation, DrawMode, DrawStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';

describeEnum('DrawStatus', DrawStatus, 'How far a draw is.', {
  FREEZING: 'No order joins or leaves any more. The service makes the manifest.',
  FROZEN: 'The manifest is public, and a round of the beacon or a contest of the Loteria Federal will draw it.',
  DRAWN: 'The winners stand.',
});

describeEnum('DrawConfirmation', DrawConfirmation, 'How the typed results of a contest were confirmed.', {
  SECOND_OPERATOR: 'Two operators, who both could draw at the freeze, typed the same results.',
  WAITED:
    'No second operator was there: one operator typed them again after they were public for 24 hours, or for 72 hours where another '
    + 'operator could draw at the freeze and could not any more.',
});

export const DrawAwaits = {
  MANIFEST: 'MANIFEST',
  ROUND: 'ROUND',
  CONTEST: 'CONTEST',
  RESULTS: 'RESULTS',
  CONFIRMATION: 'CONFIRMATION',
} as const;
export type DrawAwaits = keyof typeof DrawAwaits;

describeEnum('DrawAwaits', DrawAwaits, 'What a draw waits for.', {
  MANIFEST: 'The service makes the manifest.',
  ROUND: "The beacon's round.",
  CONTEST: 'The contest of the Loteria Federal is not held yet.',
  RESULTS: 'An operator types the results of the contest.',
  CONFIRMATION: 'One operator typed results, and a second operator must type the same.',
});

@ObjectType({ description: 'The results of a contest as one operator typed them.' })
export class ContestEntry {
  @Field(() => [String], { description: 'The five prizes in order, five digits each, at most 5.' })
  results: string[];

  @Field(() => Date, { description: 'When they were typed (ISO 8601 UTC).' })
  typedAt: Date;
}

@ObjectType({
  description:
    'A draw with all its inputs. `npm run verify-draw -- proof.json` recomputes it offline, and src/proof/README.md of the project '
    + 'describes it to the byte.',
})
export class DrawProof {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => DrawMode, { description: 'Where its randomness comes from.' })
  mode: DrawMode;

  @Field(() => DrawStatus, { description: 'How far it is.' })
  status: DrawStatus;

  @Field(() => DrawAwaits, { nullable: true, description: 'What it waits for. Null when it is drawn, or moments before.' })
  awaits: DrawAwaits | null;

  @Field(() => Date, { description: 'When the raffle was frozen (ISO 8601 UTC).' })
  frozenAt: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'The frozen raffle: one line of JSON. It is public before anybody can know the winners. Null while the status is FREEZING.',
    complexity: 3_000,
  })
  manifest: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The SHA-256 of the manifest, in hexadecimal. Keep it before the draw. Null while the status is FREEZING.',
  })
  manifestHash: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the beacon: "quicknet" is drand\'s public one, any other proves nothing. In mode LOTERIA_FEDERAL only '
      + 'instant prizes are by it. Null where no beacon takes part.',
  })
  chainName: string | null;

  @Field(() => String, { nullable: true, description: "The hash of the beacon's chain. Null where no beacon takes part." })
  chainHash: string | null;

  @Field(() => Int, { nullable: true, description: 'The round of the beacon. Null in mode LOTERIA_FEDERAL.' })
  round: number | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the round is published or the contest is held (ISO 8601 UTC). Null while the status is FREEZING in mode BEACON.',
  })
  dueAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'The contest of the Loteria Federal. Null in mode BEACON.' })
  contest: number | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description:
      'The day of the contest (YYYY-MM-DD): compare number and day with the Caixa. The freeze is at least an hour before the contest. '
      + 'Null in mode BEACON.',
  })
  contestDate: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "The round's signature, in hexadecimal. Null before it is drawn by the beacon.",
  })
  signature: string | null;

  @Field(() => [String], {
    description:
      "The contest's prizes as operators typed and confirmed them, at most 5: compare them with the lottery's. Empty until they are "
      + 'confirmed.',
  })
  results: string[];

  @Field(() => DrawConfirmation, {
    nullable: true,
    description: 'How the results were confirmed. Null before, and in mode BEACON.',
  })
  confirmation: DrawConfirmation | null;

  @Field(() => [ContestEntry], {
    description:
      'What operators typed of the contest, corrections too, in their order: the last ones, at most 20. Empty in mode BEACON.',
  })
  typedResults: ContestEntry[];

  @Field(() => Date, {
    nullable: true,
    description:
      'From when the operator who typed last may confirm the results alone (ISO 8601 UTC). Null unless `awaits` is CONFIRMATION and no '
      + 'other operator can.',
  })
  confirmableAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was drawn (ISO 8601 UTC). Null before.' })
  drawnAt: Date | null;

  @Field(() => [Winner], {
    description: 'The winners by prize, at most 20. Empty before the draw; a prize that nobody could win has none.',
  })
  winners: Winner[];

  @Field(() => String, {
    nullable: true,
    description:
      'Where anybody downloads the proof, a JSON file with the manifest, what drew it, and the secrets. Null until moments after the draw.',
  })
  proofUrl: string | null;
}

@ObjectType({ description: 'The winner of a main prize. It never changes.' })
export class Winner {
  @IdField('winner', { isNumber: true })
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: "The raffle's title." })
  raffleTitle: string;

  @Field(() => String, { description: "The raffle's slug: its draw is checked at `/r/{slug}/draw`." })
  raffleSlug: string;

  @Field(() => String, { nullable: true, description: "The URL of the raffle's main picture. Null: none is set." })
  rafflePhotoUrl: string | null;

  @Field(() => Int, { description: "The prize's position in the draw, starting at 1." })
  position: number;

  @Field(() => String, { description: "What was won. The raffle's title where it lists no prizes." })
  prize: string;

  @Field(() => String, { description: 'The lucky number that won, with leading zeros.' })
  luckyNumber: string;

  @Field(() => String, {
    description: "The winner's name. Others than operators and the winner see the first name and an initial.",
  })
  winnerName: string;

  @Field(() => ID, { nullable: true, description: 'The order that won. Null unless the caller is an operator or the winner.' })
  orderId: string | null;

  @Field(() => ID, { nullable: true, description: "The winner's user id. Null unless the caller is an operator or the winner." })
  userId: string | null;

  @Field(() => Date, { description: 'When it was drawn (ISO 8601 UTC).' })
  createdAt: Date;
}

export const WinnerConnection = Connection(() => Winner, 'Winner');
