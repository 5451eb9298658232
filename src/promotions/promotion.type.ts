import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PromotionKind } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Money } from '../graphql/money.js';

describeEnum('PromotionKind', PromotionKind, 'What a promotion asks of an order.', {
  EXACT: 'Exactly `quotaQuantity` quotas, for `price` in all.',
  FROM: '`quotaQuantity` quotas or more, each for `price`.',
});

@ObjectType({
  description:
    'A promotion of a raffle. An order gets the lowest price, then the most bonus quotas. Without `cumulative` one '
    + 'promotion applies once. With it an order is split into EXACT promotions and single quotas, at the price of at most '
    + 'one FROM promotion.',
})
export class Promotion {
  @Field(() => ID, { description: "The promotion's UUID." })
  id: string;

  @Field(() => PromotionKind, { description: 'What it asks of an order.' })
  kind: PromotionKind;

  @Field(() => Int, { description: 'How many quotas an order must have: exactly as many, or at least, by `kind`.' })
  quotaQuantity: number;

  @Field(() => Money, { description: 'In reais: of all these quotas for EXACT, of each quota of the order for FROM.' })
  price: bigint;

  @Field(() => Int, {
    description:
      'Free quotas on top. With `cumulative` they come as often as the promotion fits into the order, up to 20,000 quotas '
      + 'in all.',
  })
  bonusQuotas: number;
}
