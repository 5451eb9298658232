import { Field, ID, Int, ObjectType } from 'type-graphql';

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
