import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { AuthPayload } from './auth.type.js';
import * as sessions from './session.service.js';
import { EndedSessions, Session } from './session.type.js';

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
