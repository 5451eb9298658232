import { Field, ObjectType, Int } from 'type-graphql';
import { IdField } from '../graphql/id.js';
import { User } from '../users/user.type.js';

@ObjectType({ description: 'The tokens of a session. Send the access token as `Authorization: Bearer <accessToken>`.' })
export class AuthPayload {
  @Field(() => String, {
    description:
      "A JWT, valid for 24 hours for a buyer and 12 hours for an operator. It ends within seconds when its session ends, the user's "
      + 'password or operator role changes, an operator changes their phone, or the account is blocked or deleted. Keep it secret.',
  })
  accessToken: string;

  @Field(() => Date, { description: 'When the access token expires (ISO 8601 UTC). Use `refreshSession`, or log in again.' })
  expiresAt: Date;

  @Field(() => String, {
    description:
      'A JWT for `refreshSession` alone, which works once and brings the next one. A session lasts 90 days for a buyer and 30 for an '
      + 'operator, and ends without a refresh for 30 days (buyer) or 7 days (operator). Keep it secret.',
  })
  refreshToken: string;

  @Field(() => Date, { description: 'When the refresh token expires (ISO 8601 UTC), and the session with it.' })
  refreshExpiresAt: Date;

  @Field(() => String, {
    description:
      'Says that this user logged in on this device: send it as the header `Device-Token` with the next login, and failed logins '
      + "elsewhere do not refuse it. Browsers get it as a cookie. It gives no access, and ends with the user's password.",
  })
  deviceToken: string;

  @Field(() => User, { description: 'The user who logged in.' })
  user: User;
}

@ObjectType({ description: 'The answer to a request for a login code, also for a phone without an account.' })
export class LoginCodeRequest {
  @Field(() => Date, { description: 'When the code expires (ISO 8601 UTC), five minutes after the request.' })
  expiresAt: Date;

  @Field(() => Date, { description: 'When another code may be requested (ISO 8601 UTC). It replaces this one.' })
  anotherAt: Date;
}

@ObjectType({ description: 'A login of a user on one device, until it ends by `logOut`, by `endSession` or without a refresh.' })
export class Session {
  @IdField('session')
  id: string;

  @Field(() => String, {
    description: 'Where it was last refreshed or begun: an IPv4 address, or the first 64 bits of an IPv6 address.',
  })
  network: string;

  @Field(() => String, { nullable: true, description: 'The `User-Agent` then, cut after 200 characters. Null without one.' })
  userAgent: string | null;

  @Field(() => Date, { description: 'When the user logged in (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last refreshed, or else begun (ISO 8601 UTC).' })
  rotatedAt: Date;

  @Field(() => Date, { description: 'When it ends unless it is refreshed, or when it was ended (ISO 8601 UTC).' })
  refreshExpiresAt: Date;

  @Field(() => Boolean, { description: 'Whether this request belongs to the session.' })
  isCurrent: boolean;
}

@ObjectType({ description: 'When the caller proved who they are.' })
export class IdentityProof {
  @Field(() => Date, { description: 'The moment of the proof (ISO 8601 UTC).' })
  provedAt: Date;

  @Field(() => Date, {
    nullable: true,
    description:
      'Until when this session needs no other proof (ISO 8601 UTC). Null: no operation asks for one (`STEP_UP_MINUTES` is 0).',
  })
  holdsUntil: Date | null;
}

@ObjectType({ description: 'How many sessions were ended.' })
export class EndedSessions {
  @Field(() => Int, { description: 'The number of sessions that were open.' })
  count: number;
}
