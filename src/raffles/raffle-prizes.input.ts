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
      'Whether single lucky numbers may have prizes of their own. It cannot change (CONFLICT) while the raffle has quota prizes, nor '
      + 'while an order is unpaid or once one was paid. Default false.',
  })
  enableQuotaPrizes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the service draws the lucky numbers of quota prizes; nobody is told such a number before it is won or the raffle is '
      + 'drawn. It cannot change (CONFLICT) while the raffle has quota prizes, nor while an order is unpaid or once one was paid. '
      + 'Default false.',
  })
  automaticQuotaPrizeDistribution?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether everybody is told the lucky numbers of quota prizes that an operator chose, before they are won. Default false.',
  })
  showQuotaPrizeNumbers?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether an order receives the boxes of every combo it reaches instead of only the highest one. It stands from the first sale '
      + 'on: CONFLICT. BAD_USER_INPUT where an order could receive more than 10,000 boxes. Default false.',
  })
  acumulativeCombo?: boolean | null;
}
