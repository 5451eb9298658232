import { IsOptional, Length, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { Money } from '../../graphql/money.js';

const PROVIDER_NAME = 'The name of the payment provider, active or not. Default: the active provider with the lowest `priority`.';

@InputType({ description: 'A charge that belongs to no order.' })
export class GenerateBillingQrCodeInput {
  @Field(() => String, { nullable: true, description: PROVIDER_NAME })
  providerName?: string | null;

  @Field(() => Money, { description: 'The amount to pay in reais, at least 0.01.' })
  amount: bigint;

  @Field(() => String, {
    description: 'The text that the payer sees, 1 to 140 characters. It is cut to what the provider accepts.',
  })
  @Length(1, 140)
  description: string;

  @Field(() => Int, {
    defaultValue: 900,
    description:
      'How long the code can be paid, in seconds, 60 to 86,400. A Pay2m code ends after 3,600 seconds at the latest; a '
      + 'static code and a Paggue code do not end.',
  })
  @Min(60)
  @Max(86_400)
  expiresInSeconds: number;
}

@InputType({ description: 'The address that a payment provider is to send its callbacks to.' })
export class RegisterGatewayWebhookInput {
  @Field(() => String, { nullable: true, description: PROVIDER_NAME })
  providerName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The callback URL, 1 to 500 characters: on this service's own host (`PUBLIC_URL`) or on one of `CALLBACK_ORIGINS`, "
      + 'without user, password or fragment. Default: the address that takes the callbacks. The secret is added.',
  })
  @IsOptional()
  @Length(1, 500)
  url?: string | null;
}
