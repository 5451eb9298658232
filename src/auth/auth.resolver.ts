import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { CreateCustomerInput } from '../users/user.input.js';
import { AdminLoginInput, UserLoginInput } from './auth.input.js';
import * as auth from './auth.service.js';
import { AuthPayload } from './auth.type.js';

@Resolver()
export class AuthResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Registers a buyer and logs them in. BAD_USER_INPUT names every field that is wrong or belongs to another account; '
      + 'RATE_LIMITED after too many from one address.',
  })
  @Roles('PUBLIC')
  createCustomer(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateCustomerInput, { description: 'The buyer.' }) input: CreateCustomerInput,
  ) {
    return auth.registerCustomer(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs a buyer in. UNAUTHENTICATED when the phone or the password is wrong, without saying which; '
      + 'RATE_LIMITED after too many failures, with the time to wait.',
  })
  @Roles('PUBLIC')
  userLogin(@Ctx() ctx: Context, @Arg('input', () => UserLoginInput, { description: 'The credentials.' }) input: UserLoginInput) {
    return auth.userLogin(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs an operator in. UNAUTHENTICATED when the email or the password is wrong, without saying which; '
      + 'RATE_LIMITED after too many failures, with the time to wait.',
  })
  @Roles('PUBLIC')
  adminLogin(
    @Ctx() ctx: Context,
    @Arg('input', () => AdminLoginInput, { description: 'The credentials.' }) input: AdminLoginInput,
  ) {
    return auth.adminLogin(ctx, input);
  }
}
