import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'A payment provider. It can be deactivated but not deleted: its charges are still checked and refunded through it.',
})
export class PaymentProvider {
  @Field(() => String, { description: "The provider's name, used as `paymentProviderName` in orders." })
  name: string;

  @Field(() => String, { description: 'The adapter: `static`, `bacen`, `paggue`, `pay2m` or `sandbox`.' })
  adapter: string;

  @Field(() => Boolean, { description: 'Whether new orders may be charged through the provider.' })
  active: boolean;

  @Field(() => Int, {
    description: 'An order that names no provider is charged through the active one with the lowest number, then by name.',
  })
  priority: number;

  @Field(() => String, { description: "The PIX key that receives the money, as the central bank's directory (DICT) writes it." })
  pixKey: string;

  @Field(() => String, { description: 'The name of the payee, as payers see it.' })
  merchantName: string;

  @Field(() => String, { description: 'The city of the payee.' })
  merchantCity: string;

  @Field(() => String, { nullable: true, description: "The base URL of the provider's API. Null for an adapter without one." })
  baseUrl: string | null;

  @Field(() => [String], { description: 'The names of the credentials that are set, at most 7. Values are never returned.' })
  credentialsSet: string[];

  @Field(() => String, { nullable: true, description: 'Why the provider cannot be used, in English. Null when it can.' })
  problem: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when callbacks with the previous secret are accepted too (ISO 8601 UTC). Null when there is none.',
  })
  previousCallbackSecretEndsAt: Date | null;

  @Field(() => Date, { description: 'When the provider was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the provider was last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}
