import { Arg, Ctx, Mutation, Resolver, Query } from 'type-graphql';
import * as auth from './login.service.js';
import * as codes from './login.service.js';
import * as passwords from './login.service.js';
import * as sessions from './session.service.js';
import type { Context } from '../context.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { CreateCustomerInput } from '../users/user.input.js';
import { AdminLoginInput, ChangePasswordInput, ResetPasswordInput, UserLoginInput } from './auth.input.js';
import { AuthPayload, LoginCodeRequest, EndedSessions, Session } from './auth.type.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';

@Resolver()
export class AuthResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Registers a buyer and logs them in. Phone, CPF and e-mail must not belong to another account. CONFLICT means that the '
      + 'same data was registered at the same moment. In production one address can register 300 buyers in an hour.',
  })
  @Roles('PUBLIC')
  @Refuses('CONFLICT', 'RATE_LIMITED')
  createCustomer(@Ctx() ctx: Context, @InputArg(() => CreateCustomerInput) input: CreateCustomerInput) {
    return auth.registerCustomer(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs a buyer in by password or by a code of `requestLoginCode`: send exactly one of them. The answer to a wrong '
      + 'phone, password or code and to a blocked account is the same. A code can be tried five times and used once. Failed '
      + 'logins are limited, such as 10 in 15 minutes for one account from one address; the message says how long to wait.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'RATE_LIMITED')
  userLogin(@Ctx() ctx: Context, @InputArg(() => UserLoginInput) input: UserLoginInput) {
    return auth.userLogin(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs an operator in. The answer to a wrong e-mail or password and to a blocked account is the same. Failed logins are '
      + 'limited, such as 10 in 15 minutes for one account from one address; the message says how long to wait.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'RATE_LIMITED')
  adminLogin(@Ctx() ctx: Context, @InputArg(() => AdminLoginInput) input: AdminLoginInput) {
    return auth.adminLogin(ctx, input);
  }

  @Mutation(() => LoginCodeRequest, {
    description:
      "Sends a code to a buyer's phone, for `userLogin` and `resetPassword`: six digits, valid for five minutes, in place of "
      + "the code before it. It leaves as the webhook event LOGIN_CODE_REQUESTED, for the operator's message sender. The "
      + 'answer is the same whether or not the phone has an account. In production a phone gets one code a minute, 3 in 15 '
      + 'minutes and 10 a day, one address 300 in 15 minutes, and the answer is UNAVAILABLE while no webhook endpoint takes '
      + 'codes. In development the code is also logged.',
  })
  @Roles('PUBLIC')
  @Refuses('RATE_LIMITED')
  requestLoginCode(
    @Ctx() ctx: Context,
    @Arg('phone', () => String, { description: 'The phone, in any form that `CreateCustomerInput.phone` accepts.' })
    phone: string,
  ) {
    return codes.requestLoginCode(ctx, phone);
  }

  @Mutation(() => AuthPayload, {
    description:
      "Changes the caller's password. All their tokens and sessions end within seconds, this one too, and the answer has new "
      + 'ones. A buyer without a password uses `resetPassword`. Wrong passwords count as failed logins. CONFLICT means that '
      + 'the account changed at the same moment: log in and try again. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT', 'RATE_LIMITED')
  changePassword(@Ctx() ctx: Context, @InputArg(() => ChangePasswordInput) input: ChangePasswordInput) {
    return passwords.changePassword(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Sets a new password for a buyer who lost it or never had one, by a code of `requestLoginCode`, and logs them in. All '
      + 'earlier tokens and sessions end within seconds. The answer to a wrong phone and to a wrong code is the same, and both '
      + 'count as failed logins. A new password that is too short or too long does not use the code. CONFLICT means that the '
      + 'account changed at the same moment: request another code. Audited.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'CONFLICT', 'RATE_LIMITED')
  resetPassword(
    @Ctx() ctx: Context,
    @InputArg(() => ResetPasswordInput)
    input: ResetPasswordInput,
  ) {
    return passwords.resetPassword(ctx, input);
  }
}

@Resolver(() => Session)
export class SessionResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Returns new tokens for a refresh token, without a password. An access token that is sent too may have expired. A '
      + 'refresh token works once; sent again within 60 seconds, because the answer was lost, it gets the same answer. Sent '
      + 'later or a third time, it ends its session within seconds, because somebody else may have it. UNAUTHENTICATED and '
      + 'TOKEN_EXPIRED mean that the session is over: log in.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'TOKEN_EXPIRED')
  refreshSession(
    @Ctx() ctx: Context,
    @Arg('refreshToken', () => String, { description: 'The refresh token that was answered last.' }) refreshToken: string,
  ) {
    return sessions.refreshSession(ctx, refreshToken);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends the session of a refresh token, or without one the session of the access token. The refresh token stops working '
      + 'at once, the access token within seconds. Over REST the refresh token is required. Safe to repeat: `count` is 0 when '
      + 'the session is over already or the text is no valid refresh token. A session that a later login replaced ends only by '
      + 'its access token.',
  })
  @Roles('PUBLIC')
  @Refuses()
  logOut(
    @Ctx() ctx: Context,
    @Arg('refreshToken', () => String, {
      nullable: true,
      description: 'A refresh token of the session. Left out: the session of the access token.',
    })
    refreshToken: string | null,
  ) {
    return sessions.logOut(ctx, refreshToken);
  }

  @Query(() => [Session], {
    description:
      "The caller's open sessions, at most 100, the one refreshed last first. One more login replaces the oldest session "
      + 'that was never refreshed, or else the one whose last refresh is longest ago; its access token stays valid until it '
      + 'expires.',
    complexity: listOf(100),
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  mySessions(@Ctx() ctx: Context) {
    return sessions.mySessions(ctx);
  }

  @Mutation(() => Session, {
    description:
      "Ends one of the caller's open sessions. Its refresh token stops working at once, its access tokens within seconds. "
      + 'Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  endSession(@Ctx() ctx: Context, @IdArg('session') id: string) {
    return sessions.endSession(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of a user, for example when a phone was lost. Their access tokens end within seconds, and they must '
      + 'log in again. Only an owner ends those of an operator. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND')
  endUserSessions(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return sessions.endUserSessions(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of the caller, this one too. All access tokens end within seconds, also those of logins that '
      + '`mySessions` no longer lists. A second call with the same token changes nothing and returns 0. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  endAllSessions(@Ctx() ctx: Context) {
    return sessions.endAllSessions(ctx);
  }
}
