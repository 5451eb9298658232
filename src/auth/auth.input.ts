import { IsOptional, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { LONGEST_ANSWER } from '../second-factor/passkey-limits.js';

const PHONE = 'The phone number the buyer registered with, in any form that `CreateCustomerInput.phone` accepts.';
const CODE = 'The six digits that `requestLoginCode` sent to the phone. Spaces and hyphens are ignored.';

@InputType({ description: 'The credentials of a buyer: the phone, and either the password or a code.' })
export class UserLoginInput {
  @Field(() => String, { description: PHONE })
  phone: string;

  @Field(() => String, { nullable: true, description: "The buyer's password; or else `code`." })
  password?: string | null;

  @Field(() => String, { nullable: true, description: `${CODE} Or else \`password\`.` })
  code?: string | null;
}

@InputType({ description: 'A proof of the second factor: send exactly one of them.' })
export class SecondFactorInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The six digits that the authenticator app shows, or a recovery code. Case, spaces and hyphens are ignored. Each works once. '
      + 'Or else `passkey`.',
  })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What a passkey answered to `beginPasskeyLogin`, or to `beginPasskeyProof` for `confirmIdentity`, as JSON: `credential.toJSON()`. '
      + 'At most 20,000 characters. Or else `code`.',
  })
  @IsOptional()
  @Length(1, LONGEST_ANSWER)
  passkey?: string | null;
}

@InputType({ description: 'The credentials of an operator.' })
export class AdminLoginInput {
  @Field(() => String, { description: "The operator's e-mail address. Case and spaces around it are ignored." })
  email: string;

  @Field(() => String, { description: "The operator's password." })
  password: string;

  @Field(() => SecondFactorInput, {
    nullable: true,
    description: 'Only for an account with a second factor, which is refused without it by SECOND_FACTOR_REQUIRED.',
  })
  secondFactor?: SecondFactorInput | null;
}

@InputType({ description: 'A passkey of an operator.' })
export class PasskeyLoginInput {
  @Field(() => String, {
    description: 'What it answered to `beginPasskeyLogin`, as JSON: `credential.toJSON()`. At most 20,000 characters.',
  })
  @Length(1, LONGEST_ANSWER)
  passkey: string;
}

@InputType({ description: 'What proves again who the caller is: the second factor, or the password of an account without one.' })
export class ConfirmIdentityInput {
  @Field(() => String, { nullable: true, description: "The caller's password. Needed without a second factor." })
  currentPassword?: string | null;

  @Field(() => SecondFactorInput, { nullable: true, description: "The caller's second factor. Needed if there is one." })
  secondFactor?: SecondFactorInput | null;
}

@InputType({ description: 'The phone or the e-mail address that a buyer wants to have: send exactly one of them.' })
export class ContactCodeInput {
  @Field(() => String, { nullable: true, description: 'The phone, in any form that `CreateCustomerInput.phone` accepts.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address, at most 254 characters.' })
  email?: string | null;
}

@InputType({ description: "The caller's password and the new one." })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The current password.' })
  currentPassword: string;

  // How long depends on the caller.
  @Field(() => String, {
    description: 'The new password, 8 to 200 characters; of an operator 12 to 200 that are not easy to guess.',
  })
  newPassword: string;
}

@InputType({ description: 'A new password for a buyer who proves the phone by a code.' })
export class ResetPasswordInput {
  @Field(() => String, { description: PHONE })
  phone: string;

  @Field(() => String, { description: CODE })
  code: string;

  @Field(() => String, { description: 'The new password, 8 to 200 characters.' })
  @Length(8, 200)
  newPassword: string;
}
