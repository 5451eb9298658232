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
    'A promotion of a raffle, which its orders get by themselves while `enablePromotions` is true. An order gets what costs it '
    + 'least and, of what costs the same, what gives most quotas. Without `cumulative` that is one promotion, once: an EXACT one of '
    + 'its very quantity or a FROM one that it reaches. With `cumulative` it is split into EXACT promotions, each as often as it '
    + 'fits, and single quotas, at the price of one FROM promotion where it reaches one.',
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
      'Quotas that come on top and cost nothing. With `cumulative` they come each time that an EXACT promotion is applied, and as '
      + 'often as the quantity of a FROM one fits into the order. An order never has more than 20,000 quotas, these included.',
  })
  bonusQuotas: number;
}
