import { Field, ID, ObjectType } from 'type-graphql';
import { WebhookEventType } from '../webhook-event.type.js';

@ObjectType({
  description:
    'Where the service sends events, by POST, as JSON `{ "type", "timestamp", "data" }`. Each is signed as Standard Webhooks '
    + 'says (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`) and comes at least once: go by `webhook-id` to '
    + 'tell a repetition. Only a 2xx within five seconds counts as taken; anything else is tried again for three days. 410 '
    + 'disables the endpoint.',
})
export class WebhookEndpoint {
  @Field(() => ID, { description: 'A whole number.' })
  id: number;

  @Field(() => String, { description: 'Where events are sent.' })
  url: string;

  @Field(() => [WebhookEventType], { description: 'What it is told about; empty means every event.' })
  events: string[];

  @Field(() => Date, {
    nullable: true,
    description: 'When its receiver answered 410. Nothing is sent to it until it is enabled again. Null while it is enabled.',
  })
  disabledAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when the secret before the present one signs as well. Null if it was never rotated.',
  })
  previousSecretEndsAt: Date | null;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last changed.' })
  updatedAt: Date;

  @Field(() => Date, { nullable: true, description: 'When it was deleted. Null unless it was.' })
  deletedAt: Date | null;
}

@ObjectType({ description: 'An endpoint and its secret, which is told this once.' })
export class WebhookEndpointSecret {
  @Field(() => WebhookEndpoint, { description: 'The endpoint.' })
  endpoint: WebhookEndpoint;

  @Field(() => String, {
    description: '`whsec_` and base64, as the libraries of Standard Webhooks take it. Keep it: it is not told again.',
  })
  secret: string;
}
