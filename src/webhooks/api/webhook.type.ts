import { Field, ID, Int, ObjectType } from 'type-graphql';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import { describeEnum } from '../../graphql/describe-enum.js';
import { Connection } from '../../graphql/connection.js';
import { WebhookEventType } from '../webhook-event.type.js';

describeEnum('WebhookDeliveryStatus', WebhookDeliveryStatus, 'The state of a delivery.', {
  PENDING: 'Waiting for its first attempt, or for the next one at `nextAttemptAt`.',
  DELIVERED: 'The receiver answered with a 2xx status.',
  DEAD: 'Given up: every attempt failed, or its endpoint was deleted or answered 410. `redeliverWebhook` sends it again.',
});

@ObjectType({ description: 'The delivery of one event to one receiver: an entry of the delivery log.' })
export class WebhookDelivery {
  @Field(() => ID, { description: "The delivery's UUID, the `webhook-id` header of every attempt." })
  id: string;

  @Field(() => ID, { description: 'The UUID of the event, which has a delivery for each receiver.' })
  eventId: string;

  @Field(() => WebhookEventType, { description: 'The kind of the event.' })
  eventType: string;

  @Field(() => ID, {
    nullable: true,
    description: "The id of the webhook endpoint. Null when the delivery goes to the address of a legacy client's charge.",
  })
  endpointId: number | null;

  @Field(() => ID, { nullable: true, description: "The UUID of the legacy client. Null for an operator's endpoint." })
  clientId: string | null;

  @Field(() => String, { description: 'The URL that the delivery is sent to.' })
  url: string;

  @Field(() => WebhookDeliveryStatus, { description: 'The state of the delivery.' })
  status: WebhookDeliveryStatus;

  @Field(() => Int, { description: 'The number of attempts so far, since the last `redeliverWebhook`.' })
  attempts: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When the next attempt is due (ISO 8601 UTC). Null unless the delivery is PENDING.',
  })
  nextAttemptAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last attempt. Null without an attempt or an answer.' })
  lastStatus: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed or the delivery was given up.' })
  lastError: string | null;

  @Field(() => Date, { description: 'When the event happened (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When a receiver last accepted the delivery (ISO 8601 UTC).' })
  deliveredAt: Date | null;
}

export const WebhookDeliveryConnection = Connection(() => WebhookDelivery, 'WebhookDelivery');

@ObjectType({
  description:
    'A receiver of events. Each is sent by POST as JSON `{ "type", "timestamp", "data" }`, signed as Standard Webhooks, at least '
    + 'once: use `webhook-id` to detect repetitions. Only 2xx within 5 seconds is success; other answers are retried for about '
    + 'three days. 410 disables the endpoint.',
})
export class WebhookEndpoint {
  @Field(() => ID, { description: "The endpoint's id, a whole number." })
  id: number;

  @Field(() => String, { description: 'The URL that events are sent to.' })
  url: string;

  @Field(() => [WebhookEventType], {
    description: 'The events that are sent. Empty: all events but `LOGIN_CODE_REQUESTED` and `EMAIL_CODE_REQUESTED`.',
  })
  events: string[];

  @Field(() => Date, {
    nullable: true,
    description: 'When the receiver answered 410 (ISO 8601 UTC). Null while the endpoint is enabled.',
  })
  disabledAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when the previous secret signs too (ISO 8601 UTC). Null if the secret was never replaced.',
  })
  previousSecretEndsAt: Date | null;

  @Field(() => Date, { description: 'When the endpoint was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the endpoint was last changed (ISO 8601 UTC).' })
  updatedAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the endpoint was deleted (ISO 8601 UTC).' })
  deletedAt: Date | null;
}

@ObjectType({ description: 'A webhook endpoint with its secret, which is returned only here.' })
export class WebhookEndpointSecret {
  @Field(() => WebhookEndpoint, { description: 'The webhook endpoint.' })
  endpoint: WebhookEndpoint;

  @Field(() => String, {
    description: 'The secret, `whsec_` and base64, as Standard Webhooks libraries take it. It cannot be read again.',
  })
  secret: string;
}
