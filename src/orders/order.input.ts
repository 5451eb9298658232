import { Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, InputType, ArgsType, ID, Int } from 'type-graphql';
import { OrderStatus } from '../generated/prisma/enums.js';
import { TwoWayPageArgs } from '../graphql/connection.js';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';
import { IsCpf } from '../users/input-rules.js';
import { OrderTrackingInput, type SentTracking } from './order-tracking.input.js';
import { PaymentMethod } from './order.type.js';
import { textOf } from '../platform/domain-error.js';

/** Callers may send a whole URL. */
const MAX_REFERRAL_LENGTH = 2_000;

@InputType({ description: 'A new order of quotas.' })
export class CreateOrderInput {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, {
    description: 'The number of quotas to buy, bonus quotas not counted, within the limits of the raffle (1 to 20,000).',
  })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quotaQuantity: number;

  @Field(() => PaymentMethod, { defaultValue: PaymentMethod.PIX, description: 'How the order is paid. PIX is the only method.' })
  paymentMethod: PaymentMethod;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of an active payment provider. Default: the active one with the lowest `priority`. Ignored when the order '
      + 'costs nothing.',
  })
  paymentProviderName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The UUID of the user who referred the buyer, at most 2,000 characters. Other texts are kept, but earn no commission.',
  })
  @MaxLength(MAX_REFERRAL_LENGTH)
  referral?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The buyer's UUID. Required from operators. Buyers leave it out; the id of another user answers FORBIDDEN.",
  })
  userId?: string | null;

  @Field(() => OrderTrackingInput, {
    nullable: true,
    description: 'Where the buyer came from. It is kept on the order and sent with its events. Default: nothing is kept.',
  })
  @ValidateNested()
  tracking?: SentTracking | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `regulationHash` of the raffle as the buyer read and accepted it: `Order.acceptedRegulation` keeps it. Any other than the '
      + 'current one answers CONFLICT with the current one; the one before is taken for five minutes after a change. Default: none.',
  })
  @Matches(/^[\da-f]{64}$/i, { context: textOf('orders.sha256') })
  acceptedRegulationHash?: string | null;
}

@InputType({ description: 'A new order with a static PIX code, which the service builds without asking the payment provider.' })
export class CreateOrderWithoutPaymentGatewayInput extends CreateOrderInput {
  @Field(() => String, { nullable: true, description: "The payer's name for this order, 1 to 120 characters." })
  @Length(1, 120)
  buyerName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The payer's CPF for this order: eleven digits without punctuation, with valid check digits.",
  })
  @Matches(/^\d{11}$/, { context: textOf('orders.cpfDigits') })
  @IsCpf()
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: "The payer's phone for this order, 8 to 15 digits." })
  @Matches(/^\d{8,15}$/, { context: textOf('orders.phoneDigits') })
  phone?: string | null;
}

@InputType({ description: 'Which orders: every condition that is given must hold.' })
export class OrderFilterInput {
  @Field(() => ID, { nullable: true, description: "Only orders of this account, by the user's UUID." })
  userId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The phone of the buyer's account, whole, in any form that `CreateCustomerInput.phone` takes.",
  })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "The CPF of the buyer's account, whole, with or without punctuation." })
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: "The txid of the order's PIX charge. A payment for the order carries it." })
  txid?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The end-to-end id of a payment for the order, a late one too. See also `latePayments`.',
  })
  endToEndId?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only orders placed from this instant on (ISO 8601).' })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only orders placed before this instant (ISO 8601).' })
  to?: Date | null;

  @Field(() => OrderStatus, { nullable: true, description: 'Only orders with this status.' })
  status?: OrderStatus | null;

  @Field(() => ID, { nullable: true, description: 'Only orders of this raffle, by its UUID. NOT_FOUND: no such raffle.' })
  raffleId?: string | null;
}

@ArgsType()
export class OrderPageArgs extends TwoWayPageArgs {
  @Field(() => OrderStatus, { nullable: true, description: 'Returns only orders with this status. Left out: all.' })
  status?: OrderStatus | null;
}

@ArgsType()
export class MyOrdersArgs extends OrderPageArgs {
  @Field(() => ID, { nullable: true, description: 'Returns only orders of this raffle, by its UUID. Left out: of all raffles.' })
  raffleId?: string | null;
}

@ArgsType()
export class OrdersArgs extends TwoWayPageArgs {
  @Field(() => OrderFilterInput, { nullable: true, description: 'Returns only these orders. Left out: all.' })
  filter?: OrderFilterInput | null;

  @Field(() => OrderStatus, {
    nullable: true,
    description: 'Returns only orders with this status. Left out: all.',
    deprecationReason: 'Use `filter.status`.',
  })
  status?: OrderStatus | null;
}
