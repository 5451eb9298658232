import { Field, ID, ObjectType } from 'type-graphql';
import { BillingOrderStatus } from '../../generated/prisma/enums.js';
import { Connection } from '../../graphql/connection.js';
import { describeEnum } from '../../graphql/describe-enum.js';
import { Money } from '../../graphql/money.js';

describeEnum('BillingOrderStatus', BillingOrderStatus, "The status of a legacy client's charge.", {
  PENDING: 'It can be paid until its expiration.',
  PAID: 'It was paid, and the client was credited.',
  PROCESSING: 'Its money is on its way back to the payer. The client was debited.',
  CANCELLED: 'It expired unpaid, or its client or an operator cancelled it. Money that still comes for it is a late payment.',
  REFUNDED: 'Its money went back to the payer.',
});

@ObjectType({ description: 'A charge that a legacy client made through `POST /cashin/api/billing_order`.' })
export class BillingOrder {
  @Field(() => ID, { description: "The charge's UUID, its `hash` in the legacy interface." })
  id: string;

  @Field(() => ID, { description: "The legacy client's UUID." })
  clientId: string;

  @Field(() => String, { description: "The client's own reference, unique among its charges." })
  externalId: string;

  @Field(() => String, { description: 'The name of the payer, as the client gave it.' })
  payerName: string;

  @Field(() => String, { description: 'What it is for, as the client gave it.' })
  description: string;

  @Field(() => Money, { description: 'What is to be paid, in reais.' })
  amount: bigint;

  @Field(() => BillingOrderStatus, { description: 'Its status.' })
  status: BillingOrderStatus;

  @Field(() => String, { description: "The code's txid, as bank statements show it." })
  txid: string;

  @Field(() => String, { nullable: true, description: "The banks' id of its payment. Null before it was paid." })
  endToEndId: string | null;

  @Field(() => Date, { nullable: true, description: 'When it was paid (ISO 8601 UTC). Null before that.' })
  paidAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'Until when it can be paid (ISO 8601 UTC). Null only for a moment, of one that was made before charges had an expiration.',
  })
  expirationAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When its client or an operator cancelled it (ISO 8601 UTC). Null when nobody did, also when it expired.',
  })
  cancelledAt: Date | null;

  @Field(() => Date, { description: 'When it was made (ISO 8601 UTC).' })
  createdAt: Date;
}

export const BillingOrderConnection = Connection<BillingOrder>(() => BillingOrder, 'BillingOrder');
