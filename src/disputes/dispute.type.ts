import { Field, ObjectType } from 'type-graphql';
import { DisputeOpener, DisputeStatus } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { Money } from '../graphql/money.js';

describeEnum('DisputeStatus', DisputeStatus, 'The state of a dispute.', {
  OPEN: 'No refund and no prize goes out for the payment.',
  RELEASED: 'The money stays: the banks do not take it back, or an operator released it.',
  RETURNED: 'The money went back.',
});
describeEnum('DisputeOpener', DisputeOpener, 'Who disputed a payment.', {
  PROVIDER: 'The banks have started to take the money back (MED), says the payment provider. Its word ends the dispute.',
  OPERATOR: 'An operator, by `openDispute`.',
});

@ObjectType({
  description:
    'A claim on a payment, as in the special return mechanism of PIX (MED). While one is OPEN, nothing is refunded, delivered or paid '
    + "out for the payment. Its order stays in the draw. A bank's return before the draw voids the order.",
})
export class Dispute {
  @IdField('dispute')
  id: string;

  @Field(() => DisputeStatus, { description: 'The state of the dispute.' })
  status: DisputeStatus;

  @Field(() => DisputeOpener, { description: 'Who disputed the payment.' })
  openedBy: DisputeOpener;

  @Field(() => Money, { description: 'What of the payment is disputed, in reais. The whole payment is held.' })
  amount: bigint;

  @Field(() => String, { nullable: true, description: 'The reason in words. Only operators see it.' })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'Why an operator released it. Only operators see it.' })
  note: string | null;

  @Field(() => Date, { description: 'When it was opened, or opened again (ISO 8601 UTC).' })
  openedAt: Date;

  @Field(() => Date, { nullable: true, description: 'When it ended (ISO 8601 UTC). Null while it is OPEN.' })
  endedAt: Date | null;
}

export const DisputeConnection = Connection<Dispute>(() => Dispute, 'Dispute');
