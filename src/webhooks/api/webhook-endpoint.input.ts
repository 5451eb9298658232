import { ArrayMaxSize, IsOptional, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { WebhookEventType } from '../webhook-event.type.js';

const LONGEST_URL = 2_000;
const MAX_EVENTS = Object.keys(WebhookEventType).length;

@InputType({ description: 'A new endpoint.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, {
    description:
      'An https URL of a public host without credentials or fragment, on port 443 or others the service is set to. In '
      + 'development any http or https URL.',
  })
  @Length(1, LONGEST_URL)
  url: string;

  @Field(() => [WebhookEventType], { nullable: true, description: 'What it is told about. Empty or absent: every event.' })
  @IsOptional()
  @ArrayMaxSize(MAX_EVENTS)
  events?: WebhookEventType[] | null;
}

@InputType({ description: 'What changes of an endpoint; what is left out stays.' })
export class UpdateWebhookEndpointInput {
  @Field(() => String, { nullable: true, description: 'As for a new endpoint. What still waits to be sent goes to the new URL.' })
  @IsOptional()
  @Length(1, LONGEST_URL)
  url?: string | null;

  @Field(() => [WebhookEventType], { nullable: true, description: 'What it is told about from now on. Empty: every event.' })
  @IsOptional()
  @ArrayMaxSize(MAX_EVENTS)
  events?: WebhookEventType[] | null;
}
