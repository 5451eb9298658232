import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { Message } from '../generated/prisma/client.js';
import { PageArgs } from '../graphql/connection.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import * as messages from './user-messages.service.js';
import { UserMessage, UserMessageConnection } from './user-messages.type.js';

@Resolver(() => UserMessage)
export class UserMessageResolver {
  @Query(() => UserMessageConnection, {
    description:
      'The messages to a buyer of the last 90 days, newest first; with `orderId` those about this order, its refunds and what it '
      + 'won. Codes that were sent to an address are not among them.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  messagesOfUser(
    @Ctx() ctx: Context,
    @IdArg('user', { name: 'userId' }) userId: string,
    @Arg('orderId', () => ID, { nullable: true, description: 'Only about this order: its id. Left out: about everything.' })
    orderId: string | null | undefined,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return messages.listMessagesOf(ctx, userId, orderId, page);
  }

  @Mutation(() => UserMessage, {
    description:
      'Sends a message once more, with what there is to tell now. Only one that ended, and not a code or a reminder. It is dropped if '
      + 'the buyer does not want this kind. The message gets another id. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  resendMessage(@Ctx() ctx: Context, @IdArg('message') id: string) {
    return messages.resendMessage(ctx, id);
  }

  @FieldResolver()
  isResendable(@Root() message: Message) {
    return messages.isResendable(message);
  }
}
