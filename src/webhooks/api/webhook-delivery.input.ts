import { ArgsType, Field, ID } from 'type-graphql';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import { PageArgs } from '../../graphql/connection.js';

@ArgsType()
export class WebhookDeliveryPageArgs extends PageArgs {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'Returns only deliveries with this status. Left out: all.' })
  status?: WebhookDeliveryStatus | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Returns only deliveries to this webhook endpoint, given by its id. Left out: all. NOT_FOUND when it is not a '
      + 'positive whole number; an unknown number gives an empty list.',
  })
  endpointId?: string | null;
}
