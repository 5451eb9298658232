import { Field, InputType } from 'type-graphql';

@InputType({ description: "A buyer's credentials." })
export class UserLoginInput {
  @Field(() => String, { description: 'The phone the buyer registered with, in any of the forms accepted then.' })
  phone: string;

  @Field(() => String, { description: 'The password.' })
  password: string;
}

@InputType({ description: "An operator's credentials." })
export class AdminLoginInput {
  @Field(() => String, { description: "The operator's email, in any case." })
  email: string;

  @Field(() => String, { description: 'The password.' })
  password: string;
}
