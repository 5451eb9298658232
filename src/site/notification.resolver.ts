import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateNotificationInput, UpdateNotificationInput } from './notification.input.js';
import * as notifications from './notification.service.js';
import { Notification } from './notification.type.js';

@Resolver(() => Notification)
export class NotificationResolver {
  @Query(() => [Notification], {
    description:
      'Notifications, newest first, at most 200: to operators all of them, to others those that visitors see at this moment.',
    complexity: listOf(200),
  })
  @Roles('PUBLIC')
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
    description:
      'One notification. NOT_FOUND: there is none of that id, or, for anyone but operators, visitors do not see it at this moment.',
  })
  @Roles('PUBLIC')
  notification(@Ctx() ctx: Context, @IdArg('notification') id: string) {
    return notifications.findNotification(ctx, id);
  }

  @Mutation(() => Notification, {
    description:
      'Creates a notification; audited. Not safe to repeat: each call creates another. BAD_USER_INPUT: a field is invalid, or `endsAt` is not after `startsAt`. CONFLICT: there are 200 '
      + 'already.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createNotification(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateNotificationInput, { description: 'The notification to create.' }) input: CreateNotificationInput,
  ) {
    return notifications.createNotification(ctx, input);
  }

  @Mutation(() => Notification, {
    description:
      'Changes what is sent of a notification; audited with what it was. Safe to repeat. BAD_USER_INPUT: a field is invalid, or `endsAt` '
      + 'is not after `startsAt`. NOT_FOUND: there is none of that id.',
  })
  @Roles('ADMIN', ['MANAGER'])
  updateNotification(
    @Ctx() ctx: Context,
    @IdArg('notification') id: string,
    @Arg('input', () => UpdateNotificationInput, { description: 'What is to change.' }) input: UpdateNotificationInput,
  ) {
    return notifications.updateNotification(ctx, id, input);
  }

  @Mutation(() => Notification, {
    description:
      'Deletes a notification and returns it as it was; audited. NOT_FOUND: there is none of that id, as when it is deleted again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteNotification(@Ctx() ctx: Context, @IdArg('notification') id: string) {
    return notifications.deleteNotification(ctx, id);
  }
}
