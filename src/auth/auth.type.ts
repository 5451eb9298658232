import { Field, ObjectType, ID, Int } from 'type-graphql';
import { User } from '../users/user.type.js';

@ObjectType({
  description:
    'An access token, the refresh token that brings the next one, and the user they belong to. Send the access token as '
    + '`Authorization: Bearer <accessToken>`.',
})
export class AuthPayload {
  @Field(() => String, {
    description:
      'A JWT, valid for 24 hours for a buyer and 12 hours for an operator. It ends sooner, within seconds, when its session is ended, '
      + "the user's password or operator role is changed, an operator changes their phone, or the account is blocked or deleted. Keep it secret.",
  })
  accessToken: string;

  @Field(() => Date, {
    description: 'When the access token expires (ISO 8601 UTC). Call `refreshSession` before or after that, or log in again.',
  })
  expiresAt: Date;

  @Field(() => String, {
    description:
      'A JWT that is good for `refreshSession` alone, once: it answers the next one. A session lasts 90 days for a buyer and 30 days for an '
      + 'operator, and ends when it is not refreshed for 30 days (buyer) or 7 days (operator). Keep it secret.',
  })
  refreshToken: string;

  @Field(() => Date, { description: 'When the refresh token expires (ISO 8601 UTC), and the session with it.' })
  refreshExpiresAt: Date;

  @Field(() => User, { description: 'The user who logged in.' })
  user: User;
}

@ObjectType({
  description:
    'The answer to who asked for a code to log in with. The code itself goes to the phone. It is the same for a phone that nobody has.',
})
export class LoginCodeRequest {
  @Field(() => Date, { description: 'When the code expires (ISO 8601 UTC), five minutes after it was asked for.' })
  expiresAt: Date;

  @Field(() => Date, { description: 'When another code may be asked for (ISO 8601 UTC). It takes the place of this one.' })
  anotherAt: Date;
}

@ObjectType({
  description:
    'A login of a user on one device. It goes on while its refresh token is used (`refreshSession`), until `logOut` or `endSession` ends it, or its time.',
})
export class Session {
  @Field(() => ID, { description: "The session's UUID." })
  id: string;

  @Field(() => String, {
    description: 'From where it was last refreshed, or else begun: an IPv4 address, or the first 64 bits of an IPv6 address.',
  })
  network: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the program called itself then (`User-Agent`), cut after 200 characters. Null when it did not say.',
  })
  userAgent: string | null;

  @Field(() => Date, { description: 'When it began: when the user logged in (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, {
    description:
      'When it was last refreshed, or else begun (ISO 8601 UTC). What is done with its access token in between is not counted.',
  })
  rotatedAt: Date;

  @Field(() => Date, {
    description: 'When it ends unless it is refreshed before (ISO 8601 UTC); of one that was ended, when it was.',
  })
  refreshExpiresAt: Date;

  @Field(() => Boolean, { description: 'Whether the request came by this session.' })
  isCurrent: boolean;
}

@ObjectType({ description: 'How many sessions were ended.' })
export class EndedSessions {
  @Field(() => Int, { description: 'The number of sessions that held until then.' })
  count: number;
}
