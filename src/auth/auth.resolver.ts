import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { CreateCustomerInput } from '../users/user.input.js';
import { AdminLoginInput, ChangePasswordInput, ResetPasswordInput, UserLoginInput } from './auth.input.js';
import * as auth from './auth.service.js';
import { AuthPayload, LoginCodeRequest } from './auth.type.js';
import * as codes from './login-code.service.js';
import * as passwords from './password.service.js';

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
      'Logs a buyer in by password or by a code of `requestLoginCode`. UNAUTHENTICATED: the phone, or the password or code, is wrong, or the '
      + 'account is blocked; the answer does not say which. A code can be tried five times and used once. BAD_USER_INPUT: neither or both of password and code. '
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
      'Logs an operator in. UNAUTHENTICATED: the e-mail or the password is wrong, or the account is blocked; the answer does not say which. '
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

  @Mutation(() => LoginCodeRequest, {
    description:
      'Has a code sent to the phone of a buyer, for `userLogin` and `resetPassword`: six digits, for five minutes, in place of the one '
      + "before. It leaves as the webhook event LOGIN_CODE_REQUESTED, for the operator's sender of messages. The answer is the same whether "
      + 'or not the phone has an account. BAD_USER_INPUT: it is no phone number. RATE_LIMITED (production only): one code a minute, 3 in 15 '
      + 'minutes and 10 a day for a phone, 300 in 15 minutes from one address. UNAVAILABLE (production only): no webhook endpoint takes '
      + 'codes, so that only a password logs in. In development the code is also logged.',
  })
  @Roles('PUBLIC')
  requestLoginCode(
    @Ctx() ctx: Context,
    @Arg('phone', () => String, { description: 'The phone, in any form that `CreateCustomerInput.phone` accepts.' })
    phone: string,
  ) {
    return codes.requestLoginCode(ctx, phone);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Gives the caller another password. All their tokens and sessions end within seconds, this one too, and the answer has new ones. '
      + 'BAD_USER_INPUT: the current password is wrong (`currentPassword`), or the new one too short or too long. A buyer who has none takes '
      + '`resetPassword`. RATE_LIMITED: too many failures, counted with those of logging in. CONFLICT: the account was changed at the same '
      + 'moment; log in and try again. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  changePassword(
    @Ctx() ctx: Context,
    @Arg('input', () => ChangePasswordInput, { description: 'Both passwords.' }) input: ChangePasswordInput,
  ) {
    return passwords.changePassword(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Gives a buyer who has lost their password, or never had one, another by a code of `requestLoginCode`, and logs them in. All their '
      + 'tokens and sessions of before end within seconds. UNAUTHENTICATED: the phone or the code is wrong; the answer does not say which. '
      + 'RATE_LIMITED: too many failures, counted with those of logging in. CONFLICT: the account was changed at the same moment; ask for another '
      + 'code. BAD_USER_INPUT: the new password is too short or too long; the code was not used. Audited.',
  })
  @Roles('PUBLIC')
  resetPassword(
    @Ctx() ctx: Context,
    @Arg('input', () => ResetPasswordInput, { description: 'The phone, the code and the new password.' })
    input: ResetPasswordInput,
  ) {
    return passwords.resetPassword(ctx, input);
  }
}
