import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Money } from '../../graphql/money.js';

/** How a charge stands at its provider. */
export const BillingQrCodeStatus = { ACTIVE: 'ACTIVE', PAID: 'PAID', CANCELLED: 'CANCELLED' } as const;
export type BillingQrCodeStatus = keyof typeof BillingQrCodeStatus;

registerEnumType(BillingQrCodeStatus, {
  name: 'BillingQrCodeStatus',
  description: 'How a charge stands at its provider.',
  valuesConfig: {
    ACTIVE: { description: 'It can be paid. Some providers say so of a code whose time is over, too.' },
    PAID: { description: 'It was paid.' },
    CANCELLED: { description: 'It was taken back, or its time is over.' },
  },
});

@ObjectType({ description: 'Proof that a provider lets us in.' })
export class GatewayAccessToken {
  @Field(() => String, { description: 'Whose token it is.' })
  providerName: string;

  @Field(() => String, { description: 'The token, masked: its last four characters, of a short one none.' })
  maskedToken: string;

  @Field(() => Date, { description: 'When it ends.' })
  expiresAt: Date;
}

@ObjectType({ description: 'Money that a provider says it received for a charge.' })
export class BillingQrCodePayment {
  @Field(() => String, {
    description: "Tells it from every other payment: the end-to-end id, or the provider's reference where it gives no such id.",
  })
  endToEndId: string;

  @Field(() => Money, { description: 'How much.' })
  amount: bigint;

  @Field(() => Date, { description: 'When.' })
  paidAt: Date;
}

@ObjectType({ description: 'A charge as its provider sees it.' })
export class BillingQrCode {
  @Field(() => String, { description: "What it is asked for by: the provider's own reference where it has one, else the txid." })
  reference: string;

  @Field(() => String, { description: 'The provider that was asked.' })
  providerName: string;

  @Field(() => BillingQrCodeStatus, { description: 'How it stands.' })
  status: BillingQrCodeStatus;

  @Field(() => Money, { description: 'What is to be paid.' })
  amount: bigint;

  @Field(() => String, { description: 'The PIX code to copy and paste (BR Code).' })
  content: string;

  @Field(() => [BillingQrCodePayment], {
    description: 'What was received for it, at most 100 payments: none or one, in rare cases a few.',
  })
  payments: BillingQrCodePayment[];
}

@ObjectType({ description: 'An address that a provider calls when money arrives.' })
export class GatewayWebhook {
  @Field(() => ID, { description: 'What it is deleted by; of API Pix the PIX key.' })
  id: string;

  @Field(() => String, { description: 'The address, a secret of ours in it masked.' })
  url: string;

  @Field(() => Date, { nullable: true, description: 'When it was registered. Null where the provider does not say.' })
  createdAt: Date | null;
}
