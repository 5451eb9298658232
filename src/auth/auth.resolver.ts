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
      'Registers a buyer and logs them in. BAD_USER_INPUT names every field that is invalid or belongs to another '
      + 'account. CONFLICT: somebody registered the same data at the same moment. RATE_LIMITED (production only): more '
      + 'than 300 registrations in an hour from one address.',
  })
  @Roles('PUBLIC')
  createCustomer(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateCustomerInput, { description: "The buyer's data." }) input: CreateCustomerInput,
  ) {
    return auth.registerCustomer(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs a buyer in. UNAUTHENTICATED: the phone or the password is wrong; the answer does not say which. '
      + 'RATE_LIMITED: too many failures, such as 10 in 15 minutes on one account from one address; the message says how '
      + 'many seconds to wait.',
  })
  @Roles('PUBLIC')
  userLogin(
    @Ctx() ctx: Context,
    @Arg('input', () => UserLoginInput, { description: "The buyer's credentials." }) input: UserLoginInput,
  ) {
    return auth.userLogin(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs an operator in. UNAUTHENTICATED: the e-mail or the password is wrong; the answer does not say which. '
      + 'RATE_LIMITED: too many failures, such as 10 in 15 minutes on one account from one address; the message says how '
      + 'many seconds to wait.',
  })
  @Roles('PUBLIC')
  adminLogin(
    @Ctx() ctx: Context,
    @Arg('input', () => AdminLoginInput, { description: "The operator's credentials." }) input: AdminLoginInput,
  ) {
    return auth.adminLogin(ctx, input);
  }
}
