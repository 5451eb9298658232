import { Field, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../../graphql/describe-enum.js';
import { Money } from '../../graphql/money.js';

export const BillingQrCodeStatus = { ACTIVE: 'ACTIVE', PAID: 'PAID', CANCELLED: 'CANCELLED' } as const;
export type BillingQrCodeStatus = keyof typeof BillingQrCodeStatus;

describeEnum('BillingQrCodeStatus', BillingQrCodeStatus, 'The state of a charge at its payment provider.', {
  ACTIVE: 'The charge can be paid. Some providers also answer this for a code that has expired.',
  PAID: 'The charge was paid.',
  CANCELLED: 'The charge was cancelled or has expired.',
});

@ObjectType({ description: 'An access token of a payment provider, masked.' })
export class GatewayAccessToken {
  @Field(() => String, { description: 'The name of the payment provider that issued the token.' })
  providerName: string;

  @Field(() => String, { description: 'The masked token: `***` and, of a long token, its last four characters.' })
  maskedToken: string;

  @Field(() => Date, { description: 'When the token expires (ISO 8601 UTC).' })
  expiresAt: Date;
}

@ObjectType({ description: 'A payment that a provider reports for a charge.' })
export class BillingQrCodePayment {
  @Field(() => String, {
    description: "The payment's end-to-end id; for Paggue and Pay2m the adapter's name, a colon and the charge's reference.",
  })
  endToEndId: string;

  @Field(() => Money, { description: 'The amount that was paid, in reais.' })
  amount: bigint;

  @Field(() => Date, { description: 'When it was paid (ISO 8601 UTC).' })
  paidAt: Date;
}

@ObjectType({ description: 'A charge as its payment provider reports it.' })
export class BillingQrCode {
  @Field(() => String, { description: "The provider's own reference of the charge where it has one, otherwise the txid." })
  reference: string;

  @Field(() => String, { description: 'The name of the payment provider that was asked.' })
  providerName: string;

  @Field(() => BillingQrCodeStatus, { description: 'The state of the charge at the provider.' })
  status: BillingQrCodeStatus;

  @Field(() => Money, { description: 'The amount to pay, in reais.' })
  amount: bigint;

  @Field(() => String, { description: 'The PIX code to copy and paste (BR Code).' })
  content: string;

  @Field(() => [BillingQrCodePayment], { description: 'The payments for the charge, at most 100. Usually none or one.' })
  payments: BillingQrCodePayment[];
}

@ObjectType({ description: 'A callback address that is registered at a payment provider, which calls it when money arrives.' })
export class GatewayWebhook {
  @Field(() => ID, { description: 'The id to delete the address with. For API Pix it is the PIX key.' })
  id: string;

  @Field(() => String, { description: 'The callback address. Secrets of this service in it are masked.' })
  url: string;

  @Field(() => Date, {
    nullable: true,
    description: 'When the address was registered (ISO 8601 UTC). Null when the provider does not say.',
  })
  createdAt: Date | null;
}
