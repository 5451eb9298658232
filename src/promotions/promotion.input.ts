import { Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { PromotionKind } from '../generated/prisma/enums.js';
import { Money } from '../graphql/money.js';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';

@InputType({ description: 'What a promotion gives. A change replaces all of it.' })
export class PromotionInput {
  @Field(() => PromotionKind, { description: 'What it asks of an order.' })
  kind: PromotionKind;

  @Field(() => Int, { description: 'How many quotas an order must have, 1 to 20,000. Once for each kind in a raffle.' })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quotaQuantity: number;

  @Field(() => Money, {
    description:
      'In reais: of all these quotas for EXACT, of each for FROM. Below the normal price, or equal with bonus quotas. In a raffle with a '
      + 'price at least one centavo a quota.',
  })
  price: bigint;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'Quotas that come on top and cost nothing, at most as many as `quotaQuantity`.',
  })
  @Min(0)
  @Max(MAX_ORDER_QUOTAS)
  bonusQuotas: number;
}
