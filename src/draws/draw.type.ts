import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DrawMode, DrawStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';

describeEnum('DrawStatus', DrawStatus, 'How far a draw is.', {
  FREEZING: 'No order joins or leaves any more; the manifest is being made, which goes on by itself.',
  FROZEN:
    'The manifest is public, and what draws it: a round of the beacon, which is drawn by itself when it is due, or a contest of the '
    + 'Loteria Federal, whose results an operator types in.',
  DRAWN: 'The winners stand.',
});

@ObjectType({
  description:
    'A draw, with every input of it. `npm run verify-draw -- proof.json` recomputes it from `proof` alone, offline; how it is drawn '
    + 'stands, to the byte, in src/proof/README.md of the project.',
})
export class DrawProof {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => DrawMode, { description: 'Where its randomness comes from.' })
  mode: DrawMode;

  @Field(() => DrawStatus, { description: 'How far it is.' })
  status: DrawStatus;

  @Field(() => Date, { description: 'When the raffle was frozen (ISO 8601 UTC).' })
  frozenAt: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'What the raffle was frozen as: one line of JSON, to the letter. It is public before anybody can know what draws it. Null while '
      + 'the status is FREEZING.',
    complexity: 3_000,
  })
  manifest: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The SHA-256 of the manifest, in hexadecimal. Keep it from before the draw. Null while the status is FREEZING.',
  })
  manifestHash: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the beacon: "quicknet" is drand\'s public one, any other proves nothing. Null in mode LOTERIA_FEDERAL.',
  })
  chainName: string | null;

  @Field(() => String, { nullable: true, description: "The hash of the beacon's chain. Null in mode LOTERIA_FEDERAL." })
  chainHash: string | null;

  @Field(() => Int, { nullable: true, description: 'The round of the beacon. Null in mode LOTERIA_FEDERAL.' })
  round: number | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the round is published (ISO 8601 UTC): nobody knows the winners before. Null in mode LOTERIA_FEDERAL.',
  })
  dueAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'The contest of the Loteria Federal. Null in mode BEACON.' })
  contest: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The round's signature, in hexadecimal. Null until it is drawn by the beacon.",
  })
  signature: string | null;

  @Field(() => [String], {
    description:
      "The contest's prizes as an operator typed them, at most 5: compare them with the lottery's. Empty until it is drawn by them.",
  })
  results: string[];

  @Field(() => Date, { nullable: true, description: 'When it was drawn (ISO 8601 UTC). Null before.' })
  drawnAt: Date | null;

  @Field(() => [Winner], {
    description: 'The winners by prize, at most 20. Empty before the draw; a prize that nobody could win has none.',
  })
  winners: Winner[];

  @Field(() => String, {
    nullable: true,
    description:
      'Where anybody downloads the proof, a JSON file: `/draws/{raffleId}/proof.json` of this service. It has the manifest, what drew it, and '
      + 'the secrets that nobody was told before. Null until moments after the draw.',
  })
  proofUrl: string | null;
}

@ObjectType({ description: 'What stands for an order in the tree of a draw.' })
export class DrawLeaf {
  @Field(() => Int, {
    description:
      'The place of its first quota among all quotas that were paid, in the order of payment: how many quotas were paid before it.',
  })
  firstOrdinal: number;

  @Field(() => Int, { description: 'How many quotas it has, which take as many places from the first on.' })
  count: number;

  @Field(() => ID, { description: "The order's id." })
  orderId: string;

  @Field(() => String, { description: 'Sixteen bytes in hexadecimal that keep others from guessing whose the leaf is.' })
  salt: string;
}

@ObjectType({
  description:
    "Shows that an order takes part in its raffle's draw: hashing the leaf with the path gives the Merkle root that the manifest names "
    + '(RFC 9162, section 2.1.3.2, with SHA-256).',
})
export class DrawInclusion {
  @Field(() => DrawLeaf, { description: "The order's leaf." })
  leaf: DrawLeaf;

  @Field(() => Int, { description: 'Where it stands among the leaves, from 0.' })
  index: number;

  @Field(() => [String], { description: 'The hashes of the neighbours from below to above, at most 24, in hexadecimal.' })
  path: string[];

  @Field(() => String, { description: 'The SHA-256 of the manifest whose root this leads to, in hexadecimal.' })
  manifestHash: string;

  @Field(() => Boolean, { description: 'Whether the order was refunded before the freeze: it is in the tree, and cannot win.' })
  isVoid: boolean;
}

@ObjectType({ description: 'Who won a main prize of a raffle. Drawn once, and never changed.' })
export class Winner {
  @IdField('winner', { isNumber: true })
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: "The raffle's title." })
  raffleTitle: string;

  @Field(() => Int, { description: "The prize's position in the draw, starting at 1." })
  position: number;

  @Field(() => String, { description: "What was won. The raffle's title where it lists no prizes." })
  prize: string;

  @Field(() => String, {
    description: "The lucky number that won, padded with leading zeros to the width of the raffle's numbers.",
  })
  luckyNumber: string;

  @Field(() => String, {
    description: "The winner's name: in full for operators and the winner, for anyone else the first name and the initials.",
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
