import { Field, ObjectType } from 'type-graphql';
import { User } from '../users/user.type.js';

@ObjectType({ description: 'An access token and whose it is. Send it as `Authorization: Bearer <accessToken>`.' })
export class AuthPayload {
  @Field(() => String, { description: 'A JWT, to be kept secret.' })
  accessToken: string;

  @Field(() => Date, { description: 'When the token stops working: log in again before that.' })
  expiresAt: Date;

  @Field(() => User, { description: 'Who logged in.' })
  user: User;
}
