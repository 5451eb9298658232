import { Field, ID, Int, ObjectType } from 'type-graphql';
import { WonPrizeKind, WonPrizeState } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { Money } from '../graphql/money.js';

describeEnum('WonPrizeKind', WonPrizeKind, 'Which kind of prize was won.', {
  DRAW: 'A main prize, by the draw.',
  BOX: 'A unit of an awarded box.',
  QUOTA_PRIZE: 'The prize of a lucky number.',
});

describeEnum('WonPrizeState', WonPrizeState, 'What became of a prize that was won.', {
  WON: 'It is owed to the winner.',
  CONTACTED: 'It is owed, and an operator has told the winner.',
  DELIVERED: 'The winner has it.',
  LAPSED: 'Nobody claimed it within the `prizeClaimDays` of the raffle.',
  DENIED: 'The money of its order went back after the freeze, and an operator did not deliver it.',
  RETURNED_TO_CLOSE: 'A bank took back what paid the order: the close of the sale gives the prize to somebody else.',
});

export enum WithheldPrize {
  DISPUTED = 'DISPUTED',
  MONEY_RETURNED = 'MONEY_RETURNED',
}
describeEnum('WithheldPrize', WithheldPrize, 'Why a prize is not delivered now.', {
  DISPUTED: 'The payment of its order is disputed (MED): it waits for the end of the dispute.',
  MONEY_RETURNED:
    'A bank or the provider took money of its order back, and the order is still in the draw: an operator delivers it with '
    + '`despiteReturn`, or denies it by `denyPrize`.',
});

@ObjectType({ description: 'What an operator entered when a prize was delivered.' })
export class WonPrizeReceipt {
  @Field(() => String, { nullable: true, description: 'How it was delivered. Null where there is only a picture.' })
  note: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of a picture of the receipt. Null where there is none.' })
  pictureUrl: string | null;
}

@ObjectType({ description: 'A prize, or a unit of one, that somebody won. What was won never changes.' })
export class WonPrize {
  @IdField('won prize')
  id: string;

  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => String, { description: 'The title of the raffle.' })
  raffleTitle: string;

  @Field(() => WonPrizeKind, { description: 'The kind of prize.' })
  kind: WonPrizeKind;

  @Field(() => ID, { nullable: true, description: 'The UUID of the awarded box or quota prize. Null for a main prize.' })
  prizeId: string | null;

  @Field(() => Int, { nullable: true, description: 'The position of a main prize, from 1. Null for others.' })
  position: number | null;

  @Field(() => String, { description: 'What was won, as it was published.' })
  title: string;

  @Field(() => Money, { nullable: true, description: 'The value in reais. Null unless it is of an awarded box.' })
  value: bigint | null;

  @Field(() => String, { nullable: true, description: 'The lucky number that won, as printed. Null where none did.' })
  luckyNumber: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of the box within its order, from 1. Null where no box held it.' })
  boxNumber: number | null;

  @Field(() => ID, { description: 'The id of the order that won, a whole number.' })
  orderId: string;

  @Field(() => Boolean, { description: 'Whether it was drawn after the sale, among all who paid.' })
  atClose: boolean;

  @Field(() => Date, { description: 'When it was won (ISO 8601 UTC).' })
  wonAt: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'From when the winner could know it (ISO 8601 UTC). Null while the box is closed: only operators see it then.',
  })
  shownAt: Date | null;

  @Field(() => WonPrizeState, { description: 'What became of it.' })
  state: WonPrizeState;

  @Field(() => Date, { description: 'It lapses at this instant unless it was claimed (ISO 8601 UTC).' })
  lapsesAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the winner claimed it (ISO 8601 UTC). Null before.' })
  claimedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When an operator told the winner (ISO 8601 UTC). Null before.' })
  contactedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was delivered (ISO 8601 UTC). Null before.' })
  deliveredAt: Date | null;

  @Field(() => WonPrizeReceipt, { nullable: true, description: 'The receipt of the delivery. Null before.' })
  receipt: WonPrizeReceipt | null;

  @Field(() => WithheldPrize, {
    nullable: true,
    description: 'Why it is not delivered now. Null unless it is owed and withheld.',
  })
  withheld: WithheldPrize | null;

  @Field(() => Date, { nullable: true, description: 'When it lapsed (ISO 8601 UTC). Null when it did not.' })
  lapsedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When an operator denied it (ISO 8601 UTC). Null when nobody did.' })
  deniedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it went back to the close (ISO 8601 UTC). Null when it did not.' })
  returnedAt: Date | null;
}

export const WonPrizeConnection = Connection(() => WonPrize, 'WonPrize');

@ObjectType({ description: 'What is owed to winners: prizes that are neither delivered nor lapsed.' })
export class OwedPrizes {
  @Field(() => Int, { description: 'The number of such prizes.' })
  count: number;

  @Field(() => Int, { description: 'How many of them have a value.' })
  valued: number;

  @Field(() => Money, { description: 'The sum of those values, in reais.' })
  value: bigint;
}
