import { Field, ID, ObjectType } from 'type-graphql';
import { WebhookEventType } from '../webhook-event.type.js';

@ObjectType({
  description:
    'A receiver of events. Each is sent by POST as JSON `{ "type", "timestamp", "data" }`, signed by Standard '
    + 'Webhooks (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`), at least once: use `webhook-id` to '
    + 'detect repetitions. Only 2xx within 5 seconds is success; other answers are retried for about three days. 410 '
    + 'disables the endpoint.',
})
export class WebhookEndpoint {
  @Field(() => ID, { description: "The endpoint's id, a whole number." })
  id: number;

  @Field(() => String, { description: 'The URL that events are sent to.' })
  url: string;

  @Field(() => [WebhookEventType], { description: 'The events that are sent. Empty: all events but `LOGIN_CODE_REQUESTED`.' })
  events: string[];

  @Field(() => Date, {
    nullable: true,
    description:
      'When the receiver answered 410 (ISO 8601 UTC). Nothing is sent until the endpoint is enabled again. Null while '
      + 'it is enabled.',
  })
  disabledAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'Until when deliveries are also signed with the previous secret (ISO 8601 UTC). Null if the secret was never replaced.',
  })
  previousSecretEndsAt: Date | null;

  @Field(() => Date, { description: 'When the endpoint was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the endpoint was last changed (ISO 8601 UTC).' })
  updatedAt: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'When the endpoint was deleted (ISO 8601 UTC). Null when it is not deleted.',
  })
  deletedAt: Date | null;
}

@ObjectType({ description: 'A webhook endpoint with its secret, which is returned only here.' })
export class WebhookEndpointSecret {
  @Field(() => WebhookEndpoint, { description: 'The webhook endpoint.' })
  endpoint: WebhookEndpoint;

  @Field(() => String, {
    description:
      'The secret, `whsec_` followed by base64, as Standard Webhooks libraries take it. Store it: it cannot be read again.',
  })
  secret: string;
}
