import { IsEmail, IsOptional, Length } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType, ArgsType } from 'type-graphql';
import { IsCpf, IsPersonName, IsPhone } from './input-rules.js';
import { InputRule } from '../graphql/input-rules.js';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { TwoWayPageArgs } from '../graphql/connection.js';
import { newUserProblems, type TypedUser } from './person.js';

@InputType()
abstract class ContactInput {
  @Field(() => String, { nullable: true, description: 'The phone, in any form that `CreateCustomerInput.phone` accepts.' })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address, at most 254 characters, stored in lower case. No other operator may have an operator’s.',
  })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: "A buyer's date of birth (YYYY-MM-DD), in the past and not before 1900.",
  })
  birthDate?: Date | null;
}

@InputType({
  description:
    'What a buyer changes of their own data. What is left out stays. Null removes the e-mail address. A CPF or a date of birth that '
    + 'is set is changed only by an owner.',
})
export class UpdateCustomerInput extends ContactInput {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The CPF, in any form that `CreateCustomerInput.cpf` accepts.' })
  cpf?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The password. Required for a new phone or e-mail address, but not for the first e-mail address of an account without a '
      + 'password; `resetPassword` sets one.',
  })
  currentPassword?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The code that `requestContactCode` sent to `phone`. Required for a new phone; with the present one it proves it.',
  })
  phoneCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The code that `requestContactCode` sent to `email`. Required for a new e-mail address.',
  })
  emailCode?: string | null;
}

@InputType({ description: 'A buyer who registers.' })
export class CreateCustomerInput {
  @Field(() => String, { description: 'The full name, 2 to 120 characters.' })
  @IsPersonName()
  name: string;

  @Field(() => String, {
    description:
      'The phone: a Brazilian number with its area code, with or without punctuation, or any number in E.164. It belongs to the '
      + 'account that proves it by a code.',
  })
  @IsPhone()
  phone: string;

  @Field(() => String, {
    description: 'The CPF: eleven digits with valid check digits, with or without punctuation.',
  })
  @IsCpf()
  cpf: string;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address, at most 254 characters, stored in lower case. Some raffles require it.',
  })
  @IsOptional()
  @IsEmail()
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The date of birth (YYYY-MM-DD), in the past and not before 1900. Some raffles require it.',
  })
  birthDate?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The password to log in with, 8 to 200 characters. It may be left out where codes can be sent to the phone or to the `email` that is '
      + 'sent too: then the buyer logs in by codes, and `resetPassword` sets one.',
  })
  @IsOptional()
  @Length(8, 200)
  password?: string | null;
}

@InputType({ description: 'Which users: every condition that is given must hold. Deleted ones are never among them.' })
export class UserFilterInput {
  @Field(() => Role, { nullable: true, description: 'Buyers or operators. Left out: what the argument `role` says.' })
  role?: Role | null;

  @Field(() => String, { nullable: true, description: 'The whole phone, in any form that `CreateCustomerInput.phone` accepts.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The whole CPF, with or without punctuation.' })
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: 'The whole e-mail address, in upper or lower case.' })
  email?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only users created from this instant on (ISO 8601).' })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only users created before this instant (ISO 8601).' })
  to?: Date | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those who are blocked, or only those who are not.' })
  isBlocked?: boolean | null;
}

@ArgsType()
export class UsersArgs extends TwoWayPageArgs {
  @Field(() => UserFilterInput, { nullable: true, description: 'Returns only these users. Left out: all buyers.' })
  filter?: UserFilterInput | null;

  @Field(() => Role, { description: 'Buyers or operators.', defaultValue: Role.USER, deprecationReason: 'Use `filter.role`.' })
  role: Role;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those who are blocked, or only those who are not. Left out: both.',
    deprecationReason: 'Use `filter.isBlocked`.',
  })
  isBlocked?: boolean | null;
}

// By UTC, which is ahead of the business time zone: the service decides about a birthday of today.
@InputRule((input: Partial<TypedUser>) => newUserProblems(input, 'UTC'))
@InputType({
  description:
    'A new buyer or operator. A buyer needs name, phone and CPF; an operator name, e-mail address, password and `operatorRole`, and '
    + 'has no phone, CPF or date of birth.',
})
export class CreateUserInput extends ContactInput {
  @Field(() => Role, { description: 'Whether they buy (USER) or operate (ADMIN). It never changes.' })
  role: Role;

  @Field(() => OperatorRole, { nullable: true, description: 'What an operator may do. `updateUser` changes it.' })
  operatorRole?: OperatorRole | null;

  @Field(() => String, { description: 'The full name, 2 to 120 characters.' })
  name: string;

  @Field(() => String, { nullable: true, description: 'The CPF, in any form that `CreateCustomerInput.cpf` accepts.' })
  cpf?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first password: for an operator 12 to 200 characters that are not easy to guess, for a buyer 8 to 200. A buyer without one logs in by a code.',
  })
  password?: string | null;
}

@InputType({
  description:
    "Changes of a user. What is left out stays. Null removes a buyer's phone, CPF, e-mail address or date of birth: nobody logs in to an "
    + 'account without a phone, and the phone is free for others. Only an owner changes CPF and date of birth.',
})
export class UpdateUserInput extends ContactInput {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The CPF, in any form that `CreateCustomerInput.cpf` accepts.' })
  cpf?: string | null;

  @Field(() => OperatorRole, { nullable: true, description: 'What an operator may do. Another one ends their sessions.' })
  operatorRole?: OperatorRole | null;

  @Field(() => String, {
    nullable: true,
    description:
      "An operator's new password, 12 to 200 characters that are not easy to guess, which ends their sessions. Buyers choose their own.",
  })
  password?: string | null;
}
