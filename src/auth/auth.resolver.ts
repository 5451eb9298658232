import { Arg, Ctx, Mutation, Resolver, Query } from 'type-graphql';
import * as auth from './login.service.js';
import * as operators from './operator-login.service.js';
import * as sessions from './session.service.js';
import type { Context } from '../context.js';
import { InputArg } from '../graphql/input-arg.js';
import { Limited } from '../graphql/limited.js';
import { BeforeSecondFactor } from '../graphql/enrolment.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { CreateCustomerInput } from '../users/user.input.js';
import {
  AdminLoginInput,
  ChangePasswordInput,
  ConfirmIdentityInput,
  PasskeyLoginInput,
  ResetPasswordInput,
  UserLoginInput,
} from './auth.input.js';
import { AuthPayload, IdentityProof, LoginCodeRequest, EndedSessions, Session } from './auth.type.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';

@Resolver()
export class AuthResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Registers a buyer and logs them in. The answer is the same whether or not others registered the same phone, CPF or e-mail '
      + 'address: the phone belongs to the account that proves it by a code. In production one address can register 3,000 buyers in '
      + 'an hour, and one phone can be registered 20 times a day.',
  })
  @Roles('PUBLIC')
  @Refuses('RATE_LIMITED')
  @Limited('signUps')
  createCustomer(@Ctx() ctx: Context, @InputArg(() => CreateCustomerInput) input: CreateCustomerInput) {
    return auth.registerCustomer(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs a buyer in by password or by a code of `requestLoginCode`: send exactly one of them. A code that came to the phone proves it; one '
      + 'that came to the e-mail address of an account logs in to that account and proves nothing. With a phone proved, the '
      + 'password and the sessions of an account that had not proved it end; on a device on which nobody logged in to it before, its '
      + 'CPF, e-mail address and date of birth are emptied, and `updateCustomer` sets each once. A wrong phone, password or code '
      + 'and a blocked account get the same answer. A code can be tried five times and used once. Wrong passwords are limited: 10 in '
      + '15 minutes for one account from one address, and fewer after 50 in a day from everywhere. Those of others do not '
      + "count on the user's own device: send `deviceToken` of an earlier login. While the phone is not proved, the right password on "
      + 'another device counts too. Codes are not refused for wrong passwords.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'RATE_LIMITED')
  userLogin(@Ctx() ctx: Context, @InputArg(() => UserLoginInput) input: UserLoginInput) {
    return auth.userLogin(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs an operator in. A wrong e-mail or password and a blocked account get the same answer. Failed logins are limited: 10 in '
      + '15 minutes for one account from one address, and fewer after 50 in a day from everywhere. Those of others do not count on '
      + "the operator's own device: send `deviceToken` of an earlier login. SECOND_FACTOR_REQUIRED: the password is right, and the "
      + 'account has a second factor: send the same with `secondFactor`. The methods are in `problems.secondFactor[0].params.methods`. '
      + 'Wrong codes are limited in the same way, to 100 a day on other devices together.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED')
  @BeforeSecondFactor()
  adminLogin(@Ctx() ctx: Context, @InputArg(() => AdminLoginInput) input: AdminLoginInput) {
    return operators.adminLogin(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      'Logs an operator in by a passkey alone: its device has verified the person, which is two factors. `passkey` answers '
      + '`beginPasskeyLogin`. An unknown passkey, a wrong answer and a blocked account get the same answer. Limited as wrong codes.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'RATE_LIMITED')
  @BeforeSecondFactor()
  passkeyLogin(@Ctx() ctx: Context, @InputArg(() => PasskeyLoginInput) input: PasskeyLoginInput) {
    return operators.passkeyLogin(ctx, input.passkey);
  }

  @Mutation(() => IdentityProof, {
    description:
      'Proves again who the caller is, for operations that answer STEP_UP_REQUIRED. The proof is of this session and holds for '
      + '`STEP_UP_MINUTES`; a login is such a proof too. Wrong passwords and codes count as failed logins. CONFLICT: the token has '
      + 'no session: log in. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT', 'RATE_LIMITED')
  @BeforeSecondFactor()
  confirmIdentity(@Ctx() ctx: Context, @InputArg(() => ConfirmIdentityInput) input: ConfirmIdentityInput) {
    return operators.confirmIdentity(ctx, input);
  }

  @Mutation(() => LoginCodeRequest, {
    description:
      "Sends six digits to a buyer's phone, valid for five minutes, for `userLogin` and `resetPassword`: as the webhook event "
      + "LOGIN_CODE_REQUESTED. Where the service sends e-mails, the addresses of the phone's accounts get other codes, each for the account "
      + 'that has the address. The first code of an address, on a device that is not known, ends the password, the CPF and the date of birth '
      + 'of the account. A phone without an account gets the same answer. BAD_USER_INPUT: no e-mails are sent, and the phone is of a country that '
      + '`LOGIN_CODE_COUNTRIES` does not name. In production a phone gets one code a minute, 3 in 15 minutes and 10 a day, not '
      + "counting those that others asked for when the user's own device asks, one address 3,000 in 15 minutes, all together "
      + '`LOGIN_CODES_PER_HOUR`, and the answer is UNAVAILABLE while neither endpoints nor e-mails take codes. In development the code is also logged.',
  })
  @Roles('PUBLIC')
  @Refuses('RATE_LIMITED')
  requestLoginCode(
    @Ctx() ctx: Context,
    @Arg('phone', () => String, { description: 'The phone, in any form that `CreateCustomerInput.phone` accepts.' })
    phone: string,
  ) {
    return auth.requestLoginCode(ctx, phone);
  }

  @Mutation(() => AuthPayload, {
    description:
      "Changes the caller's password. All their tokens and sessions end within seconds, and the answer has new ones. A buyer "
      + 'without a password uses `resetPassword`. Wrong passwords count as failed logins. CONFLICT: the account changed at the '
      + 'same moment. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT', 'RATE_LIMITED')
  @StepUp()
  @BeforeSecondFactor()
  changePassword(@Ctx() ctx: Context, @InputArg(() => ChangePasswordInput) input: ChangePasswordInput) {
    return auth.changePassword(ctx, input);
  }

  @Mutation(() => AuthPayload, {
    description:
      "Sets a buyer's password by a code of `requestLoginCode`, and logs them in. All earlier tokens and sessions end within "
      + 'seconds. A wrong phone and a wrong code get the same answer, and both count as failed logins. CONFLICT: the account '
      + 'changed at the same moment, so request another code. Audited.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'CONFLICT', 'RATE_LIMITED')
  resetPassword(@Ctx() ctx: Context, @InputArg(() => ResetPasswordInput) input: ResetPasswordInput) {
    return auth.resetPassword(ctx, input);
  }
}

@Resolver(() => Session)
export class SessionResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Returns new tokens for a refresh token, which works once. Sent again within 60 seconds, because the answer was lost, it '
      + 'gets the same answer; later it ends its session, because somebody else may have it. UNAUTHENTICATED and TOKEN_EXPIRED '
      + 'mean that the session is over: log in.',
  })
  @Roles('PUBLIC')
  @Refuses('UNAUTHENTICATED', 'TOKEN_EXPIRED')
  @BeforeSecondFactor()
  refreshSession(
    @Ctx() ctx: Context,
    @Arg('refreshToken', () => String, { description: 'The latest refresh token.' }) refreshToken: string,
  ) {
    return sessions.refreshSession(ctx, refreshToken);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends the session of a refresh token, or without one the session of the access token. The refresh token stops working '
      + 'at once, the access token within seconds. Over REST the refresh token is required. Safe to repeat: `count` is then 0.',
  })
  @Roles('PUBLIC')
  @Refuses()
  @BeforeSecondFactor()
  logOut(
    @Ctx() ctx: Context,
    @Arg('refreshToken', () => String, { nullable: true, description: 'Left out: the session of the access token.' })
    refreshToken: string | null,
  ) {
    return sessions.logOut(ctx, refreshToken);
  }

  @Query(() => [Session], {
    description:
      "The caller's open sessions, at most 100, the one refreshed last first. One more login replaces the oldest session that was "
      + 'never refreshed, or else the one refreshed longest ago; its access token stays valid until it expires.',
    complexity: listOf(100),
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @BeforeSecondFactor()
  mySessions(@Ctx() ctx: Context) {
    return sessions.mySessions(ctx);
  }

  @Query(() => [Session], {
    description:
      'The open sessions of a user, at most 100, the one refreshed last first: where somebody is logged in who lost a phone. Only an '
      + 'owner sees those of an operator.',
    complexity: listOf(100),
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND')
  sessionsOfUser(@Ctx() ctx: Context, @IdArg('user', { name: 'userId' }) userId: string) {
    return sessions.sessionsOf(ctx, userId);
  }

  @Mutation(() => Session, {
    description: "Ends one of the caller's open sessions: its refresh token at once, its access tokens within seconds. Audited.",
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  @BeforeSecondFactor()
  endSession(@Ctx() ctx: Context, @IdArg('session') id: string) {
    return sessions.endSession(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of a user, for example when a phone was lost. Access tokens end within seconds. Only an owner ends '
      + 'those of an operator. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND')
  endUserSessions(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return sessions.endUserSessions(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of the caller, this one too, also those that `mySessions` no longer lists. Access tokens end within '
      + 'seconds. A second call with the same token returns 0. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @BeforeSecondFactor()
  endAllSessions(@Ctx() ctx: Context) {
    return sessions.endAllSessions(ctx);
  }
}
