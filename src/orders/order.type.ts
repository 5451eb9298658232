import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { OrderStatus } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

registerEnumType(OrderStatus, {
  name: 'OrderStatus',
  description: 'Where an order stands.',
  valuesConfig: {
    PENDING: { description: 'Reserved, waiting for its payment until `expiresAt`.' },
    PAID: { description: 'Paid: it owns its lucky numbers.' },
    CANCELLED: { description: 'Cancelled before it was paid; its quotas were given back.' },
    EXPIRED: { description: 'Not paid in time; its quotas were given back.' },
    REFUNDED: { description: 'Paid and refunded; its numbers are out of the draw.' },
  },
});

/** How an order is paid. */
export enum PaymentMethod {
  PIX = 'PIX',
}
registerEnumType(PaymentMethod, {
  name: 'PaymentMethod',
  description: 'How an order is paid.',
  valuesConfig: { PIX: { description: "Brazil's instant payment." } },
});

@ObjectType({
  description: 'A reservation of quotas of a raffle and, once paid, the owner of that many lucky numbers.',
  // Its fields are read by graphql-js itself: it is what a launch answers thousands of times a second.
  simpleResolvers: true,
})
export class Order {
  @Field(() => ID, { description: 'A whole number.' })
  id: string;

  @Field(() => OrderStatus, { description: 'Where it stands.' })
  status: OrderStatus;

  @Field(() => Int, { description: 'How many quotas.' })
  quotaQuantity: number;

  @Field(() => Money, { description: 'The price of one quota when it was ordered.' })
  priceByQuota: bigint;

  @Field(() => Money, { description: 'What is to be paid.' })
  totalValue: bigint;

  @Field(() => String, { description: 'The payment provider it is charged through.' })
  paymentProviderName: string;

  @Field(() => String, { nullable: true, description: 'The referral as it was sent.' })
  referral: string | null;

  @Field(() => String, { nullable: true, description: 'Identifies the PIX code (its txid). Null when nothing is to be paid.' })
  qrCodeId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The PIX code to copy and paste (BR Code). Null when nothing is to be paid.',
  })
  qrCodeContent: string | null;

  @Field(() => Date, { description: 'Until when it can be paid.' })
  expiresAt: Date;

  @Field(() => Date, { nullable: true, description: 'When it was paid.' })
  paidAt: Date | null;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;
}

export const OrderConnection = Connection(() => Order, 'Order');
