import { Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';

export enum PaymentCallbackState {
  FAILING = 'FAILING',
  SETTLED = 'SETTLED',
  NOTHING_DUE = 'NOTHING_DUE',
  ORPHAN = 'ORPHAN',
}
describeEnum('PaymentCallbackState', PaymentCallbackState, 'What became of a callback of a payment provider.', {
  FAILING: 'It could not be processed, see `lastError`, and is tried again.',
  SETTLED: 'The provider confirmed what it names, and that was recorded here, now or before.',
  NOTHING_DUE: 'The provider knows what it names, and has received nothing for it.',
  ORPHAN: 'The provider did not know what it names, or could not be asked for thirty days.',
});

@ObjectType({ description: "A provider's callback about a payment." })
export class PaymentCallback {
  @IdField('callback')
  id: string;

  @Field(() => String, { description: 'The name of the payment provider that sent it.' })
  providerName: string;

  @Field(() => Date, { description: 'When it was received (ISO 8601 UTC).' })
  receivedAt: Date;

  @Field(() => PaymentCallbackState, { description: 'What became of it.' })
  state: `${PaymentCallbackState}`;

  @Field(() => Date, { nullable: true, description: 'When it was processed (ISO 8601 UTC). Null while it fails.' })
  processedAt: Date | null;

  @Field(() => Int, { description: 'How many times the service has tried to process it.' })
  attempts: number;

  @Field(() => String, {
    nullable: true,
    description: 'The error of the last attempt to process it. Null when it was processed.',
  })
  lastError: string | null;
}
