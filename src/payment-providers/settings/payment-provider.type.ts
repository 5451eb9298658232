import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'A payment provider, through which PIX is charged. It can be deactivated but not deleted, because its existing '
    + 'charges are still checked and refunded through it.',
})
export class PaymentProvider {
  @Field(() => String, { description: "The provider's name, used as `paymentProviderName` in orders." })
  name: string;

  @Field(() => String, {
    description:
      'The adapter that talks to the provider: `static`, `bacen`, `paggue`, `pay2m` or `sandbox`. See '
      + '`UpsertPaymentProviderInput`.',
  })
  adapter: string;

  @Field(() => Boolean, { description: 'Whether new orders may be charged through the provider.' })
  active: boolean;

  @Field(() => Int, {
    description:
      'The priority. An order that names no provider is charged through the active one with the lowest number; with '
      + 'equal numbers, the first by name.',
  })
  priority: number;

  @Field(() => String, {
    description: "The PIX key that receives the money, in the form of the central bank's key directory (DICT).",
  })
  pixKey: string;

  @Field(() => String, { description: 'The name of the payee, as payers see it.' })
  merchantName: string;

  @Field(() => String, { description: 'The city of the payee.' })
  merchantCity: string;

  @Field(() => String, {
    nullable: true,
    description: "The base URL of the provider's API. Null when none is set, as for an adapter without an API.",
  })
  baseUrl: string | null;

  @Field(() => [String], {
    description:
      'The names of the credentials that are set, as in `ProviderCredentialsInput`, at most 7. Their values are never returned.',
  })
  credentialsSet: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Why the provider cannot be used as it is configured, in English. Nothing is charged through it until this is '
      + 'corrected. Null when there is no problem.',
  })
  problem: string | null;

  @Field(() => Date, { description: 'When the provider was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the provider was last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}
