import { Field, InputType } from 'type-graphql';
import { PromotionType } from './raffle-enums.type.js';
import { RafflePresentationInput } from './raffle-presentation.input.js';

/** What a raffle gives beside its main prizes. A field left out keeps its value, or takes its default in a new raffle; null takes the default. */
@InputType()
export abstract class RafflePrizesInput extends RafflePresentationInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the promotions of the raffle apply to its orders. Default false.',
  })
  enablePromotions?: boolean | null;

  @Field(() => PromotionType, {
    nullable: true,
    description: 'What promotions depend on. BY_QUOTA_QUANTITY is the only value.',
  })
  promotionType?: PromotionType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a promotion can apply several times within one order. Default false.',
  })
  cumulative?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether single lucky numbers have prizes of their own. Stored only: the service does not award such prizes yet. '
      + 'Default false.',
  })
  enableQuotaPrizes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the service chooses the lucky numbers that win quota prizes. Stored only: it does not do so yet. Default false.',
  })
  automaticQuotaPrizeDistribution?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether an order receives the boxes of every combo it reaches instead of only the highest one. It stands from the first sale '
      + 'on: CONFLICT. BAD_USER_INPUT where an order could receive more than 10,000 boxes. Default false.',
  })
  acumulativeCombo?: boolean | null;
}
