import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'Through whom PIX is charged. It is switched off, never deleted: what was charged through it is settled through it.',
})
export class PaymentProvider {
  @Field(() => String, { description: 'What orders call it: `paymentProviderName`.' })
  name: string;

  @Field(() => String, { description: 'What it speaks: see `UpsertPaymentProviderInput`.' })
  adapter: string;

  @Field(() => Boolean, { description: 'Whether new orders may be charged through it.' })
  active: boolean;

  @Field(() => Int, {
    description: 'The lowest of the active ones is charged when an order names none; of equals the first by name.',
  })
  priority: number;

  @Field(() => String, { description: 'The PIX key that is paid, in the form of the DICT.' })
  pixKey: string;

  @Field(() => String, { description: 'Who is paid, as payers see it.' })
  merchantName: string;

  @Field(() => String, { description: 'Where.' })
  merchantCity: string;

  @Field(() => String, { nullable: true, description: 'Where its API begins. Null for one without an API.' })
  baseUrl: string | null;

  @Field(() => [String], {
    description:
      'The credentials that are set, by their names in `ProviderCredentialsInput`, at most 7. What they are is never answered.',
  })
  credentialsSet: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Why it cannot be used as it is set up: nothing is charged through it until this is mended. Null when all is well.',
  })
  problem: string | null;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last changed.' })
  updatedAt: Date;
}
