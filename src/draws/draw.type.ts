import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DrawMode, DrawStatus } from '../generated/prisma/enums.js';
import { Winner } from './winner.type.js';

registerEnumType(DrawStatus, {
  name: 'DrawStatus',
  description: 'How far a draw is.',
  valuesConfig: {
    FREEZING: { description: 'No order joins or leaves any more; the manifest is being made, which goes on by itself.' },
    FROZEN: {
      description:
        'The manifest is public, and what draws it: a round of the beacon, which is drawn by itself when it is due, or a contest of the '
        + 'Loteria Federal, whose results an operator types in.',
    },
    DRAWN: { description: 'The winners stand.' },
  },
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
