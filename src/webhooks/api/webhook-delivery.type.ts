import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import { Connection } from '../../graphql/connection.js';
import { WebhookEventType } from '../webhook-event.type.js';

registerEnumType(WebhookDeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'How far a delivery has come.',
  valuesConfig: {
    PENDING: { description: 'To be sent, or to be tried again at `nextAttemptAt`.' },
    DELIVERED: { description: 'The receiver answered 2xx.' },
    DEAD: { description: 'Given up: every attempt failed, or its endpoint was deleted or answered 410. It can be sent again.' },
  },
});

@ObjectType({ description: 'One event on its way to one receiver: a line of the delivery log.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'UUID: the header `webhook-id`, the same at every attempt.' })
  id: string;

  @Field(() => ID, { description: 'UUID of the event, which several receivers may be told.' })
  eventId: string;

  @Field(() => WebhookEventType, { description: 'What it tells.' })
  eventType: string;

  @Field(() => ID, {
    nullable: true,
    description: "The endpoint, an operator's or a legacy client's; null when it goes to the address of a billing order.",
  })
  endpointId: number | null;

  @Field(() => ID, { nullable: true, description: "UUID of the legacy client it is for; null for an operator's endpoint." })
  clientId: string | null;

  @Field(() => String, { description: 'Where it is sent.' })
  url: string;

  @Field(() => WebhookDeliveryStatus, { description: 'How far it has come.' })
  status: WebhookDeliveryStatus;

  @Field(() => Int, { description: 'Attempts so far, since it was last sent again by hand.' })
  attempts: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When it is tried next; while it is being sent, when it would be if that came to nothing. Null unless PENDING.',
  })
  nextAttemptAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last answer; null when there was none.' })
  lastStatus: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed; null when it did not.' })
  lastError: string | null;

  @Field(() => Date, { description: 'When the event happened.' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When a receiver last took it; null if none did.' })
  deliveredAt: Date | null;
}

export const WebhookDeliveryConnection = Connection(() => WebhookDelivery, 'WebhookDelivery');
