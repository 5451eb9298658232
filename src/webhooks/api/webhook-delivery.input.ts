import { ArgsType, Field, ID } from 'type-graphql';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import { PageArgs } from '../../graphql/connection.js';

@ArgsType()
export class WebhookDeliveryPageArgs extends PageArgs {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'Only deliveries that have come so far.' })
  status?: WebhookDeliveryStatus | null;

  @Field(() => ID, { nullable: true, description: 'Only deliveries to this endpoint. NOT_FOUND unless it is a whole number.' })
  endpointId?: string | null;
}
