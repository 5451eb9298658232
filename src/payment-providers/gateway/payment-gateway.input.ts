import { IsOptional, Length, Matches, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { Money } from '../../graphql/money.js';

const PROVIDER_NAME = 'Which provider, an inactive one too; by default the one that orders are charged through.';

@InputType({ description: 'A charge outside any order.' })
export class GenerateBillingQrCodeInput {
  @Field(() => String, { nullable: true, description: PROVIDER_NAME })
  providerName?: string | null;

  @Field(() => Money, { description: 'What is to be paid, at least 0.01.' })
  amount: bigint;

  @Field(() => String, { description: 'What the payer is shown, 1 to 140 characters; cut to what the provider takes.' })
  @Length(1, 140)
  @Matches(/\S/, { message: 'must not be blank' })
  description: string;

  @Field(() => Int, {
    defaultValue: 900,
    description:
      'How long the code can be paid, 60 to 86,400 seconds. Pay2m ends it after an hour at the latest; static codes do not end.',
  })
  @Min(60)
  @Max(86_400)
  expiresInSeconds: number;
}

@InputType({ description: "An address for a provider's callbacks." })
export class RegisterGatewayWebhookInput {
  @Field(() => String, { nullable: true, description: PROVIDER_NAME })
  providerName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Where the provider shall call, https (in development http, too). By default this service's own address for the provider: "
      + 'callbacks that go elsewhere settle nothing here. What proves a callback ours is added by itself.',
  })
  @IsOptional()
  @Length(1, 500)
  url?: string | null;
}
