import { Field, ObjectType } from 'type-graphql';
import { User } from '../users/user.type.js';

@ObjectType({
  description: 'An access token and the user it belongs to. Send the token as `Authorization: Bearer <accessToken>`.',
})
export class AuthPayload {
  @Field(() => String, {
    description:
      'A JWT, valid for 24 hours for a buyer and 12 hours for an operator. It ends sooner, within seconds, when the '
      + "user's password or role is changed or the account is deleted. Keep it secret.",
  })
  accessToken: string;

  @Field(() => Date, { description: 'When the token expires (ISO 8601 UTC). Log in again before that.' })
  expiresAt: Date;

  @Field(() => User, { description: 'The user who logged in.' })
  user: User;
}
