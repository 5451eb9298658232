import { Field, ID, Int, ObjectType } from 'type-graphql';
import { OrderReservation, OrderStatus, WonPrizeKind } from '../generated/prisma/enums.js';
import { IdField } from '../graphql/id.js';
import { Money } from '../graphql/money.js';

@ObjectType({ description: 'A prize that a shared order won. Prizes in closed boxes are not told.' })
export class SharedPrize {
  @Field(() => ID, { description: 'The UUID of the win.' })
  id: string;

  @Field(() => WonPrizeKind, { description: 'The kind of prize.' })
  kind: WonPrizeKind;

  @Field(() => String, { description: 'What was won.' })
  title: string;

  @Field(() => Money, { nullable: true, description: 'The value in reais. Null unless it is of an awarded box.' })
  value: bigint | null;

  @Field(() => String, { nullable: true, description: 'The lucky number that won, as printed. Null where none did.' })
  luckyNumber: string | null;
}

@ObjectType({
  description:
    'What an order shows to anybody who has its link (`Order.shareUrl`). It never has the phone, CPF, e-mail address or whole name of '
    + 'the buyer, or anything about who paid.',
})
export class SharedOrder {
  @IdField('order', { isNumber: true })
  id: string;

  @Field(() => OrderStatus, { description: 'The state of the order.' })
  status: OrderStatus;

  @Field(() => OrderReservation, { description: 'Whether the quotas are, or were, kept for the buyer until the payment.' })
  reservation: OrderReservation;

  @Field(() => String, { description: 'The name of the buyer, always masked as in "Maria S.".' })
  buyerName: string;

  @Field(() => Int, { description: 'The number of quotas, those of a bonus included.' })
  quotaQuantity: number;

  @Field(() => Money, { description: 'The amount to pay, in reais.' })
  totalValue: bigint;

  @Field(() => Date, { description: 'When the order was placed (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the order was paid (ISO 8601 UTC). Null until it is paid.' })
  paidAt: Date | null;

  @Field(() => Date, { description: 'When the time to pay ends (ISO 8601 UTC).' })
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'The PIX code to copy and paste, so that anybody may pay the order for its buyer. Null unless the order waits for its payment, '
      + 'when its time is over, when others have paid for its quotas, and when the charge names the buyer: such a code tells the CPF.',
  })
  pixCode: string | null;
}

@ObjectType({ description: 'A lucky number of a shared order.' })
export class SharedNumber {
  @Field(() => String, { description: 'The number as printed, with its leading zeros.' })
  number: string;

  @Field(() => [SharedPrize], { description: 'What the number won, at most 50 prizes. Empty when it won nothing.' })
  prizes: SharedPrize[];

  @Field(() => SharedOrder, { description: 'The order that has it.' })
  order: SharedOrder;
}
