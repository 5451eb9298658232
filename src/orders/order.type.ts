import { Field, ObjectType, ID, Int } from 'type-graphql';
import { OrderReservation, OrderStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { OrderTracking } from './order-tracking.input.js';

describeEnum('OrderStatus', OrderStatus, 'The state of an order.', {
  PENDING: 'The order waits for payment until `expiresAt`. `reservation` says whether its quotas are reserved until then.',
  PAID: 'The order is paid. Its lucky numbers are known, but with quota prizes they come with the round of `instant`.',
  CANCELLED:
    'Cancelled before payment; its quotas were released. A full payment that still arrives makes it PAID if quotas '
    + 'are left and sales are open. An AT_PAYMENT order is also cancelled when others had paid for its quotas before it was '
    + 'paid: `refunds` shows its money on the way back.',
  EXPIRED:
    'Not paid in time; its quotas were released. A full payment that still arrives makes it PAID if quotas are left '
    + 'and sales are open.',
  REFUNDED: 'It was paid and then refunded in full. Its lucky numbers are out of the draw.',
});

describeEnum(
  'OrderReservation',
  OrderReservation,
  'Whether the quotas of an unpaid order are kept for its buyer. It stays as it was when the order is paid or ends.',
  {
    RESERVED: 'So many quotas are kept for the buyer until the order ends.',
    AT_PAYMENT:
      'No quotas are kept. The order gets them when it is paid, in the order of payments. When others have paid for them by '
      + 'then, the order is CANCELLED and its money goes back at once, without an operator. An order is placed so when too few '
      + 'quotas are free, or when orders of buyers who have not paid as much before hold their share (`unprovenShare`) already. '
      + 'A RESERVED order of such a buyer becomes AT_PAYMENT when its quotas are needed for an order that is paid.',
  },
);

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
    description: 'The amount to pay, in reais: priceByQuota times the quotas that are no bonus, less `discount`.',
  })
  totalValue: bigint;
}

@ObjectType({ description: 'An order of a buyer for quotas of one raffle. Once paid it owns one lucky number for each quota.' })
export class Order extends PricedQuotas {
  @Field(() => ID, { description: "The order's id, a whole number." })
  id: string;

  @Field(() => OrderStatus, { description: 'The state of the order.' })
  status: OrderStatus;

  @Field(() => OrderReservation, { description: 'Whether the quotas are, or were, kept for the buyer until the payment.' })
  reservation: OrderReservation;

  @Field(() => String, { description: 'The name of the payment provider; `free` for an order that costs nothing.' })
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
    description: 'The PIX code to copy and paste (BR Code). Null when the order costs nothing or the provider gave no code yet.',
  })
  qrCodeContent: string | null;

  @Field(() => Date, {
    description: 'When the time to pay ends (ISO 8601 UTC). An unpaid order becomes EXPIRED two minutes later or more.',
  })
  expiresAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the order was paid (ISO 8601 UTC). Null until it is paid.' })
  paidAt: Date | null;

  @Field(() => Date, { description: 'When the order was placed (ISO 8601 UTC).' })
  createdAt: Date;
}

export const OrderConnection = Connection(() => Order, 'Order');

@ObjectType({ description: 'What an order would cost now.' })
export class OrderPrice extends PricedQuotas {
  @Field(() => Int, {
    description:
      'The quotas that nobody paid yet, those too that were given back and are for sale again. An order of more is refused.',
  })
  available: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The next larger quantity at which a promotion begins. Null when an order can reach none.',
  })
  nextTierAt: number | null;

  @Field(() => OrderReservation, {
    nullable: true,
    description:
      'What `reservation` an order of the caller would get now; of a caller who is not logged in as a buyer: an order of a buyer '
      + 'who has never paid. Null when fewer quotas are left that are not paid.',
  })
  reservation: OrderReservation | null;
}
