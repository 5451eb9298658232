import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateNotificationInput, Notification, UpdateNotificationInput } from './notification.type.js';
import * as notifications from './notification.service.js';

@Resolver(() => Notification)
export class NotificationResolver {
  @Query(() => [Notification], {
    description: 'Notifications, newest first, at most 200. Operators get all of them, others those that visitors see now.',
    complexity: listOf(200),
  })
  @Roles('PUBLIC')
  @Refuses()
  notifications(
    @Ctx() ctx: Context,
    @Arg('activeOnly', () => Boolean, {
      defaultValue: false,
      description: 'True leaves out what visitors do not see at this moment, which only operators see.',
    })
    activeOnly: boolean,
  ) {
    return notifications.listNotifications(ctx, { activeOnly });
  }

  @Query(() => Notification, {
    nullable: true,
    description: 'One notification. Only operators see one that visitors do not see now.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  notification(@Ctx() ctx: Context, @IdArg('notification') id: string) {
    return notifications.findNotification(ctx, id);
  }

  @Mutation(() => Notification, {
    description: 'Creates a notification, up to 200. Not safe to repeat: each call creates another. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('CONFLICT')
  createNotification(@Ctx() ctx: Context, @InputArg(() => CreateNotificationInput) input: CreateNotificationInput) {
    return notifications.createNotification(ctx, input);
  }

  @Mutation(() => Notification, {
    description: 'Changes the fields of a notification that are sent. Safe to repeat. Audited with the values before.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  updateNotification(
    @Ctx() ctx: Context,
    @IdArg('notification') id: string,
    @InputArg(() => UpdateNotificationInput) input: UpdateNotificationInput,
  ) {
    return notifications.updateNotification(ctx, id, input);
  }

  @Mutation(() => Notification, { description: 'Deletes a notification and returns it as it was. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  deleteNotification(@Ctx() ctx: Context, @IdArg('notification') id: string) {
    return notifications.deleteNotification(ctx, id);
  }
}
