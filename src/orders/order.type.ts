import { Field, ObjectType, ID, Int } from 'type-graphql';
import { OrderStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { OrderTracking } from './order-tracking.input.js';

describeEnum('OrderStatus', OrderStatus, 'The state of an order.', {
  PENDING: 'The quotas are reserved and the order waits for payment until `expiresAt`.',
  PAID: 'The order is paid and owns its lucky numbers.',
  CANCELLED:
    'Cancelled before payment; its quotas were released. A full payment that still arrives makes it PAID if quotas '
    + 'are left and sales are open.',
  EXPIRED:
    'Not paid in time; its quotas were released. A full payment that still arrives makes it PAID if quotas are left '
    + 'and sales are open.',
  REFUNDED: 'It was paid and then refunded in full. Its lucky numbers are out of the draw.',
});

export enum PaymentMethod {
  PIX = 'PIX',
}
describeEnum('PaymentMethod', PaymentMethod, 'The ways to pay an order.', {
  PIX: "Brazil's instant payment system.",
});

@ObjectType()
abstract class PricedQuotas {
  @Field(() => Int, { description: 'The number of quotas, `bonusQuotas` included: the order gets as many lucky numbers.' })
  quotaQuantity: number;

  @Field(() => Int, { description: 'How many of the quotas a promotion gives on top. They cost nothing.' })
  bonusQuotas: number;

  @Field(() => Money, { description: 'The price of one quota in reais at the time of the order, without any promotion.' })
  priceByQuota: bigint;

  @Field(() => Money, { description: 'What promotions take off, in reais.' })
  discount: bigint;

  @Field(() => Money, {
    description:
      'The amount to pay, in reais: the price of one quota times `quotaQuantity` less `bonusQuotas`, less `discount`. It never '
      + 'changes once the order is placed.',
  })
  totalValue: bigint;
}

@ObjectType({
  description:
    'An order of a buyer for quotas of one raffle. It reserves the quotas until it is paid, cancelled or expired. '
    + 'Once paid it owns one lucky number for each quota. An order that costs nothing is PAID at once.',
})
export class Order extends PricedQuotas {
  @Field(() => ID, { description: "The order's id, a whole number." })
  id: string;

  @Field(() => OrderStatus, { description: 'The state of the order.' })
  status: OrderStatus;

  @Field(() => String, {
    description: 'The name of the payment provider that the order is charged through; `free` for an order that costs nothing.',
  })
  paymentProviderName: string;

  @Field(() => String, {
    nullable: true,
    description: 'The referral exactly as it was sent. Null when none was sent.',
    complexity: 5,
  })
  referral: string | null;

  @Field(() => OrderTracking, {
    nullable: true,
    description: 'Where the buyer came from, as the order said when it was placed. Null when it said nothing.',
  })
  tracking: OrderTracking | null;

  @Field(() => String, {
    nullable: true,
    description: "The txid that identifies the order's PIX charge. Null when the order costs nothing.",
  })
  qrCodeId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The PIX code to copy and paste (BR Code). Null when the order costs nothing, and while the provider has not yet '
      + 'returned a code or has failed to.',
  })
  qrCodeContent: string | null;

  @Field(() => Date, {
    description:
      'When the time to pay ends (ISO 8601 UTC). An unpaid order becomes EXPIRED, and its quotas are released, at least '
      + 'two minutes after that.',
  })
  expiresAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the order was paid (ISO 8601 UTC). Null until it is paid.' })
  paidAt: Date | null;

  @Field(() => Date, { description: 'When the order was placed (ISO 8601 UTC).' })
  createdAt: Date;
}

export const OrderConnection = Connection(() => Order, 'Order');

@ObjectType({
  description: 'What an order would cost now: `createOrder` of the same quantity costs the same unless the raffle changes first.',
})
export class OrderPrice extends PricedQuotas {
  @Field(() => Int, {
    nullable: true,
    description: 'The next larger quantity at which a promotion begins and which an order may have. Null when there is none.',
  })
  nextTierAt: number | null;
}
