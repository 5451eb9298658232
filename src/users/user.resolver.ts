import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { asSeenBy, type PersonalData } from '../platform/masking.js';
import { updateCustomer } from './customer.service.js';
import { CreateUserInput, UpdateUserInput, UsersArgs } from './user-desk.input.js';
import * as desk from './user-desk.service.js';
import { UpdateCustomerInput } from './user.input.js';
import { listUsers } from './user-list.service.js';
import * as users from './user.service.js';
import type { UserRow } from './user.sql.js';
import { User, UserConnection } from './user.type.js';

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: 'The user who makes the request. UNAUTHENTICATED: the account was deleted.' })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  me(@Ctx() ctx: Context) {
    return users.me(ctx);
  }

  @Query(() => UserConnection, {
    description:
      'Buyers or operators, or those that a filter finds. Deleted accounts are not among them. BAD_USER_INPUT by field: no phone, no CPF, no '
      + 'e-mail address, a `to` that is not after `from`.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  users(@Ctx() ctx: Context, @Args(() => UsersArgs) { filter, role, isBlocked, ...page }: UsersArgs) {
    return listUsers(ctx, { ...filter, role: filter?.role ?? role, isBlocked: filter?.isBlocked ?? isBlocked }, page);
  }

  @Query(() => User, {
    nullable: true,
    description: 'One user, a deleted account too. NOT_FOUND: there is no such user.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  user(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return users.findUser(ctx, id);
  }

  @Query(() => User, {
    nullable: true,
    description: 'The buyer who has a phone number. NOT_FOUND: nobody has it. BAD_USER_INPUT: it is no phone number.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  userByPhone(
    @Ctx() ctx: Context,
    @Arg('phone', () => String, { description: 'The phone, in any form that `CreateCustomerInput.phone` takes.' }) phone: string,
  ) {
    return users.findUserByPhone(ctx, phone);
  }

  @Mutation(() => User, {
    description:
      'Makes a buyer or an operator; audited. It answers no tokens: they log in. BAD_USER_INPUT names every field that is wrong, missing, out of place or taken. CONFLICT: '
      + 'somebody wrote the same data at the same moment.',
  })
  @Roles('ADMIN', [])
  createUser(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateUserInput, { description: 'The user to make.' }) input: CreateUserInput,
  ) {
    return desk.createUser(ctx, input);
  }

  @Mutation(() => User, {
    description:
      "Changes a user; audited, a buyer's data masked. With a new phone, operator role or password the tokens and "
      + 'sessions of that user end within seconds. Only an owner changes operators, and a CPF or a date of birth '
      + '(FORBIDDEN). Safe to repeat. NOT_FOUND: no such user. BAD_USER_INPUT by field. CONFLICT: nobody would be an owner any more, or somebody '
      + 'took the same data at the same moment.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  updateUser(
    @Ctx() ctx: Context,
    @IdArg('user') id: string,
    @Arg('input', () => UpdateUserInput, { description: 'What to change.' }) input: UpdateUserInput,
  ) {
    return desk.updateUser(ctx, id, input);
  }

  @Mutation(() => User, {
    description:
      'Keeps a user out; audited with the reason. Their tokens, sessions and subscriptions end within seconds, and logging in fails as with '
      + 'a wrong password. Orders and numbers stay theirs, and an open PIX code can still be paid. Safe to repeat. NOT_FOUND: no such user. '
      + 'FORBIDDEN: an operator, by who is no owner. CONFLICT: the last owner.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  blockUser(
    @Ctx() ctx: Context,
    @IdArg('user') id: string,
    @Arg('reason', () => String, { description: 'Why, 1 to 500 characters: operators read it, the user does not.' })
    reason: string,
  ) {
    return desk.blockUser(ctx, id, reason);
  }

  @Mutation(() => User, {
    description:
      'Lets a blocked user log in again; audited. Tokens of before do not hold again. Safe to repeat. NOT_FOUND: no such user. FORBIDDEN: an operator, by who is '
      + 'no owner.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  unblockUser(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return desk.unblockUser(ctx, id);
  }

  @Mutation(() => User, {
    description:
      "Changes the calling buyer's own data. NOT_FOUND: another's id. BAD_USER_INPUT by field: what is wrong or taken, or a "
      + '`currentPassword` that is missing or wrong. CONFLICT: the date of birth is set already, or somebody took the same data at the same '
      + 'moment. RATE_LIMITED: too many wrong passwords, counted with the failures of logging in. Safe to repeat.',
  })
  @Roles('USER')
  updateCustomer(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The caller's own UUID." }) id: string,
    @Arg('input', () => UpdateCustomerInput, { description: 'What to change.' }) input: UpdateCustomerInput,
  ) {
    return updateCustomer(ctx, id, input);
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
  name(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).name;
  }

  @FieldResolver()
  phone(@Root() user: PersonalData, @Ctx() ctx: Context) {
    return asSeenBy(ctx.principal, user).phone;
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
