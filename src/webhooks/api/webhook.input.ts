import { ArrayMaxSize, IsOptional, Length } from 'class-validator';
import { Field, InputType, ArgsType, ID } from 'type-graphql';
import { WebhookEventType } from '../webhook-event.type.js';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import { PageArgs } from '../../graphql/connection.js';

const LONGEST_URL = 2_000;
const MAX_EVENTS = 100;

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, {
    description:
      'The URL to send events to, at most 2,000 characters: https on port 443 or another configured port, a public host, no '
      + 'credentials, no fragment. In development any http or https URL.',
  })
  @Length(1, LONGEST_URL)
  url: string;

  @Field(() => [WebhookEventType], {
    nullable: true,
    description: 'The events to send. Empty or left out: all events but `LOGIN_CODE_REQUESTED` and `EMAIL_CODE_REQUESTED`.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_EVENTS)
  events?: WebhookEventType[] | null;
}

@InputType({ description: 'The changes of a webhook endpoint. Fields that are left out or null stay as they are.' })
export class UpdateWebhookEndpointInput {
  @Field(() => String, { nullable: true, description: 'The new URL, as for a new endpoint. Deliveries that wait go to it.' })
  @IsOptional()
  @Length(1, LONGEST_URL)
  url?: string | null;

  @Field(() => [WebhookEventType], {
    nullable: true,
    description: 'The events to send from now on. Empty: all events but `LOGIN_CODE_REQUESTED` and `EMAIL_CODE_REQUESTED`.',
  })
  @IsOptional()
  @ArrayMaxSize(MAX_EVENTS)
  events?: WebhookEventType[] | null;
}

@ArgsType()
export class WebhookDeliveryPageArgs extends PageArgs {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'Returns only deliveries with this status. Left out: all.' })
  status?: WebhookDeliveryStatus | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Returns only deliveries to the webhook endpoint of this id. Left out: all. NOT_FOUND unless it is a positive whole number.',
  })
  endpointId?: string | null;
}
