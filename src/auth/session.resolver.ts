import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { AuthPayload } from './auth.type.js';
import * as sessions from './session.service.js';
import { EndedSessions, Session } from './session.type.js';

@Resolver(() => Session)
export class SessionResolver {
  @Mutation(() => AuthPayload, {
    description:
      'Answers new tokens for a refresh token, without a password; an access token that comes with it may have expired. The refresh token is worth nothing afterwards; sent again within 60 seconds, because the answer was '
      + 'lost, it is answered with the same next refresh token. One that was replaced longer ago, or twice, ends its session within seconds, '
      + 'for whoever holds tokens of it: somebody else may have them. UNAUTHENTICATED: the refresh token is not valid or was replaced, '
      + 'its session was ended, or its user was blocked, deleted or has another password or operator role: log in. TOKEN_EXPIRED: its time is over: log '
      + 'in.',
  })
  @Roles('PUBLIC')
  refreshSession(
    @Ctx() ctx: Context,
    @Arg('refreshToken', () => String, { description: 'The refresh token that was answered last.' }) refreshToken: string,
  ) {
    return sessions.refreshSession(ctx, refreshToken);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends the session of a refresh token, or without one that of the access token: neither of its tokens holds any more, the access '
      + 'token within seconds. Over REST it takes the refresh token. Safe to repeat: `count` is 0 where the session is over already, for a '
      + 'text that is no refresh token or an expired one, and for the refresh token of a session that a later login crowded out, which only its '
      + 'access token ends. BAD_USER_INPUT: neither token came.',
  })
  @Roles('PUBLIC')
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
      "The caller's sessions that hold, the one last refreshed first: at most 100. A login beyond that takes the place of the oldest one that was "
      + 'never refreshed, or else of the one that was refreshed longest ago; the access token of that one holds until it expires.',
    complexity: listOf(100),
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  mySessions(@Ctx() ctx: Context) {
    return sessions.mySessions(ctx);
  }

  @Mutation(() => Session, {
    description:
      "Ends one of the caller's sessions: none of its tokens holds any more, access tokens within seconds. NOT_FOUND: no such session of "
      + 'the caller, or it is over already. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  endSession(@Ctx() ctx: Context, @IdArg('session') id: string) {
    return sessions.endSession(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of a user, as when their phone is lost, and every access token within seconds; they log in anew. Audited. Safe to '
      + 'repeat. NOT_FOUND: no such user. FORBIDDEN: an operator, by who is no owner.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  endUserSessions(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return sessions.endUserSessions(ctx, id);
  }

  @Mutation(() => EndedSessions, {
    description:
      'Ends all sessions of the caller, this one too, and every access token within seconds, also those of logins that `mySessions` lists no '
      + 'more. Audited. Again by the same token it changes nothing and answers 0.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  endAllSessions(@Ctx() ctx: Context) {
    return sessions.endAllSessions(ctx);
  }
}
