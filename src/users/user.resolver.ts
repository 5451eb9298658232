import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { InputArg } from '../graphql/input-arg.js';
import { BeforeSecondFactor } from '../graphql/enrolment.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { asSeenBy, type PersonalData, seesWhole } from '../platform/masking.js';
import { CreateUserInput, UpdateUserInput, UsersArgs } from './user.input.js';
import * as admin from './user-admin.service.js';
import * as users from './user.service.js';
import type { UserRow } from './user.sql.js';
import { User, UserConnection } from './user.type.js';

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: 'The user who makes the request. A deleted account is refused.' })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('UNAUTHENTICATED')
  @BeforeSecondFactor()
  me(@Ctx() ctx: Context) {
    return users.me(ctx);
  }

  @Query(() => UserConnection, {
    description: 'Buyers or operators, or those that match a filter. Deleted accounts are left out.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  users(@Ctx() ctx: Context, @Args(() => UsersArgs) { filter, role, isBlocked, ...page }: UsersArgs) {
    return users.listUsers(ctx, { ...filter, role: filter?.role ?? role, isBlocked: filter?.isBlocked ?? isBlocked }, page);
  }

  @Query(() => User, { nullable: true, description: 'One user, also a deleted account.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  user(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return users.findUser(ctx, id);
  }

  @Query(() => User, {
    nullable: true,
    description: 'The buyer with a phone number: the one who proved it, or else the one who bought most, or else the oldest.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  userByPhone(
    @Ctx() ctx: Context,
    @Arg('phone', () => String, { description: 'The phone, in any form that `CreateCustomerInput.phone` takes.' }) phone: string,
  ) {
    return users.findUserByPhone(ctx, phone);
  }

  @Mutation(() => User, {
    description:
      'Creates a buyer or an operator, who then logs in. CONFLICT: the same data was written at the same moment. STEP_UP_REQUIRED: only '
      + 'for an operator. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('CONFLICT', 'STEP_UP_REQUIRED')
  createUser(@Ctx() ctx: Context, @InputArg(() => CreateUserInput) input: CreateUserInput) {
    return admin.createUser(ctx, input);
  }

  @Mutation(() => User, {
    description:
      "Changes a user. A new phone, operator role or password ends the user's sessions within seconds. Only an owner changes "
      + 'operators, a CPF or a date of birth. CONFLICT: no owner would be left, or the same data was written at the same moment. '
      + 'STEP_UP_REQUIRED: only for an operator, a phone or an e-mail address. Safe to repeat. Audited: of a buyer only which fields changed.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED')
  updateUser(@Ctx() ctx: Context, @IdArg('user') id: string, @InputArg(() => UpdateUserInput) input: UpdateUserInput) {
    return admin.updateUser(ctx, id, input);
  }

  @Mutation(() => User, {
    description:
      'Blocks a user. Their tokens, sessions and subscriptions end within seconds, and a login fails as with a wrong password. '
      + 'Accounts that have not proved their phone cannot order with the phone or the CPF of a blocked one, nor can an account that '
      + 'has proved another phone with the CPF of a blocked one that has proved its own. '
      + 'Orders and numbers stay theirs, and an open PIX code can still be paid: `cancelOrder` ends it, and then its money goes back. Only an owner blocks an operator, but not the '
      + 'last owner. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  blockUser(
    @Ctx() ctx: Context,
    @IdArg('user') id: string,
    @Arg('reason', () => String, { description: 'Why, 1 to 500 characters: operators read it, the user does not.' })
    reason: string,
  ) {
    return admin.blockUser(ctx, id, reason);
  }

  @Mutation(() => User, {
    description:
      'Lets a blocked user log in again. Only an owner unblocks an operator. STEP_UP_REQUIRED: only for an operator. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'STEP_UP_REQUIRED')
  unblockUser(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return admin.unblockUser(ctx, id);
  }

  @FieldResolver()
  operatorRole(@Root() user: UserRow & { viewedByOwner?: boolean }, @Ctx() ctx: Context) {
    return user.viewedByOwner ? user.operatorRole : adminOnly(ctx, user.operatorRole);
  }

  @FieldResolver()
  blockedAt(@Root() user: UserRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, user.blockedAt);
  }

  @FieldResolver()
  blockedReason(@Root() user: UserRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, user.blockedReason);
  }

  @FieldResolver()
  deletedAt(@Root() user: UserRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, user.deletedAt);
  }

  @FieldResolver()
  mergedInto(@Root() user: UserRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, user.mergedInto);
  }

  @FieldResolver()
  name(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).name;
  }

  @FieldResolver()
  phone(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).phone;
  }

  @FieldResolver()
  phoneProvedAt(@Root() user: UserRow & { viewedByOwner?: boolean }, @Ctx() { principal }: Context) {
    return user.viewedByOwner || seesWhole(principal, user.id) ? user.phoneProvedAt : null;
  }

  @FieldResolver()
  cpf(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).cpf;
  }

  @FieldResolver()
  email(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).email;
  }

  @FieldResolver()
  birthDate(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).birthDate;
  }
}
