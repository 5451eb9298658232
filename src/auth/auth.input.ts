import { Field, InputType } from 'type-graphql';

@InputType({ description: 'The credentials of a buyer.' })
export class UserLoginInput {
  @Field(() => String, {
    description: 'The phone number the buyer registered with, in any form that `CreateCustomerInput.phone` accepts.',
  })
  phone: string;

  @Field(() => String, { description: "The buyer's password." })
  password: string;
}

@InputType({ description: 'The credentials of an operator.' })
export class AdminLoginInput {
  @Field(() => String, { description: "The operator's e-mail address. Upper and lower case are the same." })
  email: string;

  @Field(() => String, { description: "The operator's password." })
  password: string;
}
