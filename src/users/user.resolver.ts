import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { asSeenBy, type PersonalData } from '../platform/masking.js';
import * as users from './user.service.js';
import { User } from './user.type.js';

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: 'The user who makes the request. UNAUTHENTICATED: the account was deleted.' })
  @Roles('USER', 'ADMIN')
  me(@Ctx() ctx: Context) {
    return users.me(ctx);
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
