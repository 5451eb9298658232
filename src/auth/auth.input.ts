import { Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'The credentials of a buyer: the phone, and either the password or a code.' })
export class UserLoginInput {
  @Field(() => String, {
    description: 'The phone number the buyer registered with, in any form that `CreateCustomerInput.phone` accepts.',
  })
  phone: string;

  @Field(() => String, { nullable: true, description: "The buyer's password; or else `code`." })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The six digits that `requestLoginCode` had sent to the phone, spaces and hyphens aside; or else `password`.',
  })
  code?: string | null;
}

@InputType({ description: 'The credentials of an operator.' })
export class AdminLoginInput {
  @Field(() => String, {
    description: "The operator's e-mail address. Upper and lower case are the same, and spaces around it are left out.",
  })
  email: string;

  @Field(() => String, { description: "The operator's password." })
  password: string;
}

@InputType({ description: 'The password a caller has, and the one they want.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The password that holds until now.' })
  currentPassword: string;

  @Field(() => String, { description: 'The new password, 8 to 200 characters.' })
  @Length(8, 200)
  newPassword: string;
}

@InputType({
  description: 'What gives a buyer another password without the one they have: the phone, a code and the new password.',
})
export class ResetPasswordInput {
  @Field(() => String, {
    description: 'The phone number the buyer registered with, in any form that `CreateCustomerInput.phone` accepts.',
  })
  phone: string;

  @Field(() => String, { description: 'The six digits that `requestLoginCode` had sent to the phone, spaces and hyphens aside.' })
  code: string;

  @Field(() => String, { description: 'The new password, 8 to 200 characters.' })
  @Length(8, 200)
  newPassword: string;
}
