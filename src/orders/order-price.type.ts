import { Field, Int, ObjectType } from 'type-graphql';
import { Money } from '../graphql/money.js';

@ObjectType({
  description:
    'What an order would cost if it were placed now: what `createOrder` of the same quantity then answers, to the centavo, unless '
    + 'the raffle is changed in between.',
})
export class OrderPrice {
  @Field(() => Int, { description: 'The quotas that it would get, `bonusQuotas` included.' })
  quotaQuantity: number;

  @Field(() => Int, { description: 'Those of them that a promotion gives on top. They cost nothing.' })
  bonusQuotas: number;

  @Field(() => Money, { description: 'The price of one quota in reais, without any promotion.' })
  priceByQuota: bigint;

  @Field(() => Money, { description: 'What promotions take off, in reais.' })
  discount: bigint;

  @Field(() => Money, { description: 'The amount to pay, in reais.' })
  totalValue: bigint;

  @Field(() => Int, {
    nullable: true,
    description:
      'The next larger quantity that a promotion begins at, and that an order may have. Null when there is none above.',
  })
  nextTierAt: number | null;
}
