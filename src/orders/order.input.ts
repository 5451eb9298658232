import { IsOptional, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { OrderStatus } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { MAX_ORDER_QUOTAS } from '../raffles/raffle-limits.js';
import { IsCpf } from '../users/input-rules.js';
import { PaymentMethod } from './order.type.js';

/** A whole address with everything behind it still sells. */
const MAX_REFERRAL_LENGTH = 2_000;

@InputType({ description: 'An order of quotas.' })
export class CreateOrderInput {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, { description: "1 to 20,000, within the raffle's own bounds." })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quotaQuantity: number;

  @Field(() => PaymentMethod, { defaultValue: PaymentMethod.PIX, description: 'PIX.' })
  paymentMethod: PaymentMethod;

  @Field(() => String, { nullable: true, description: 'Through whom to charge; by default the first active provider.' })
  paymentProviderName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The UUID of the user who referred the buyer. Kept as sent, whatever it is: a broken link must not lose a sale.',
  })
  @IsOptional()
  @MaxLength(MAX_REFERRAL_LENGTH)
  referral?: string | null;

  @Field(() => ID, { nullable: true, description: 'Whom it is for. A buyer leaves it out; an operator must say.' })
  userId?: string | null;
}

@InputType({ description: 'An order whose PIX code the service builds by itself, asking no provider.' })
export class CreateOrderWithoutPaymentGatewayInput extends CreateOrderInput {
  @Field(() => String, { nullable: true, description: "The payer's name for this order." })
  @IsOptional()
  @Length(1, 120)
  buyerName?: string | null;

  @Field(() => String, { nullable: true, description: "The payer's CPF, eleven digits." })
  @IsOptional()
  @Matches(/^\d{11}$/, { message: 'cpf must be eleven digits' })
  @IsCpf()
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: "The payer's phone, 8 to 15 digits." })
  @IsOptional()
  @Matches(/^\d{8,15}$/, { message: 'phone must be 8 to 15 digits' })
  phone?: string | null;
}

@ArgsType()
export class OrderPageArgs extends PageArgs {
  @Field(() => OrderStatus, { nullable: true, description: 'Only orders that stand so.' })
  status?: OrderStatus | null;
}
