import { MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { WonPrizeKind, WonPrizeState } from '../generated/prisma/enums.js';
import { PageArgs, TwoWayPageArgs } from '../graphql/connection.js';

@InputType({ description: 'Which won prizes: every condition that is given must hold.' })
export class WonPrizeFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only prizes of this raffle, by its UUID. NOT_FOUND: no such raffle.' })
  raffleId?: string | null;

  @Field(() => WonPrizeKind, { nullable: true, description: 'Only prizes of this kind.' })
  kind?: WonPrizeKind | null;

  @Field(() => WonPrizeState, { nullable: true, description: 'Only prizes in this state.' })
  state?: WonPrizeState | null;

  @Field(() => Date, { nullable: true, description: 'Only prizes won from this instant on (ISO 8601).' })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only prizes won before this instant (ISO 8601).' })
  to?: Date | null;
}

@ArgsType()
export class WonPrizesArgs extends TwoWayPageArgs {
  @Field(() => WonPrizeFilterInput, { nullable: true, description: 'Returns only these prizes. Left out: all.' })
  filter?: WonPrizeFilterInput | null;
}

@ArgsType()
export class MyWonPrizesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Returns only prizes of this raffle, by its UUID. Left out: of all raffles.' })
  raffleId?: string | null;
}

@InputType({ description: 'The receipt of a delivery: a note, a picture, or both.' })
export class DeliverPrizeInput {
  @Field(() => String, {
    nullable: true,
    description: 'How the prize was delivered, such as the end-to-end id of a PIX: 1 to 500 characters. The winner reads it.',
  })
  @MaxLength(500)
  note?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of an uploaded picture of the receipt. Whoever has its address sees it: hide personal data.',
  })
  fileId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Deliver it although money of its order went back (`withheld` is MONEY_RETURNED). Left out: it is refused then.',
  })
  despiteReturn?: boolean | null;
}
