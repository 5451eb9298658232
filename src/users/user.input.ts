import { IsEmail, IsOptional, Length } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType, ArgsType } from 'type-graphql';
import type { CustomerChanges } from './customer.service.js';
import { IsCpf, IsPersonName, IsPhone } from './input-rules.js';
import { InputRule } from '../graphql/input-rules.js';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { TwoWayPageArgs } from '../graphql/connection.js';
import type { UserChanges } from './user-admin.service.js';
import type { UserFilter } from './user.service.js';
import { newUserProblems, type NewUser } from './user-rules.js';

@InputType({
  description:
    'What buyers change of their own data. What is left out stays. Null takes the e-mail address away; name and phone must not be null.',
})
export class UpdateCustomerInput implements CustomerChanges {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone, in any form that `CreateCustomerInput.phone` takes. Changing it takes `currentPassword`.',
  })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The e-mail address, at most 254 characters, which no other account may have. Changing it takes `currentPassword`.',
  })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The date of birth (YYYY-MM-DD), in the past and not before 1900. Once it is set only an owner changes it.',
  })
  birthDate?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The password. Required where the phone or the e-mail address changes; a buyer who has none sets one with `resetPassword` first.',
  })
  currentPassword?: string | null;
}

@InputType({ description: 'A buyer who registers.' })
export class CreateCustomerInput {
  @Field(() => String, { description: "The buyer's full name, 2 to 120 characters." })
  @IsPersonName()
  name: string;

  @Field(() => String, {
    description:
      "The buyer's phone: a Brazilian mobile or landline number with its area code, with or without punctuation, or any "
      + 'number in E.164. No other account may have it.',
  })
  @IsPhone()
  phone: string;

  @Field(() => String, {
    description:
      "The buyer's CPF: eleven digits, with or without punctuation, with valid check digits. No other account may have it.",
  })
  @IsCpf()
  cpf: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The buyer's e-mail address, at most 254 characters. It is stored in lower case. No other account may have it. Some raffles require it. Default: none.",
  })
  @IsOptional()
  @IsEmail()
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description:
      "The buyer's date of birth (YYYY-MM-DD), in the past and not before 1900. Some raffles require it. Default: none.",
  })
  birthDate?: Date | null;

  @Field(() => String, { description: 'The password to log in with, 8 to 200 characters.' })
  @Length(8, 200)
  password: string;
}

/** By UTC, which is ahead of the business time zone: the service decides about a birthday of today. */
const newUser = (input: Partial<NewUser>) => newUserProblems(input, 'UTC');

@InputType({ description: 'Which users: every condition that is given must hold. Deleted ones are never among them.' })
export class UserFilterInput implements UserFilter {
  @Field(() => Role, { nullable: true, description: 'Buyers or operators. Left out: what the argument `role` says.' })
  role?: Role | null;

  @Field(() => String, { nullable: true, description: 'The phone, whole, in any form that `CreateCustomerInput.phone` takes.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The CPF, whole, with or without punctuation.' })
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address, whole, in upper or lower case.' })
  email?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only users who were created from this instant on (ISO 8601).' })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only users who were created before this instant (ISO 8601).' })
  to?: Date | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those who are blocked, or only those who are not.' })
  isBlocked?: boolean | null;
}

@ArgsType()
export class UsersArgs extends TwoWayPageArgs {
  @Field(() => UserFilterInput, { nullable: true, description: 'Returns only these users. Left out: all buyers.' })
  filter?: UserFilterInput | null;

  @Field(() => Role, {
    description: 'Buyers or operators.',
    defaultValue: Role.USER,
    deprecationReason: 'Use `filter.role`.',
  })
  role: Role;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those who are blocked, or only those who are not. Left out: both.',
    deprecationReason: 'Use `filter.isBlocked`.',
  })
  isBlocked?: boolean | null;
}

@InputRule(newUser)
@InputType({
  description:
    'A new buyer or operator. A buyer needs name, phone and CPF; an operator name, e-mail address, password and `operatorRole`.',
})
export class CreateUserInput implements NewUser {
  @Field(() => Role, { description: 'Whether they buy (USER) or operate (ADMIN). It is never changed.' })
  role: Role;

  @Field(() => OperatorRole, {
    nullable: true,
    description: 'What of the work they may do. Required for an operator, and only for one; `updateUser` changes it.',
  })
  operatorRole?: OperatorRole | null;

  @Field(() => String, { description: 'The full name, 2 to 120 characters.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'The phone, in any form that `CreateCustomerInput.phone` takes. Required for a buyer; operators have none.',
  })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The CPF, in any form that `CreateCustomerInput.cpf` takes. Required for a buyer; operators have none.',
  })
  cpf?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The e-mail address, at most 254 characters. It is stored in lower case. No other account may have it. Required for an operator, who logs '
      + 'in by it. Default: none.',
  })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: "A buyer's date of birth (YYYY-MM-DD), in the past and not before 1900; operators have none. Default: none.",
  })
  birthDate?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first password, 8 to 200 characters. Required for an operator. A buyer without one logs in by a code, and sets one with '
      + '`resetPassword`.',
  })
  password?: string | null;
}

@InputType({
  description:
    "What is changed of a user. What is left out stays. Null takes a buyer's e-mail address or date of birth away; for what the account must "
    + 'have it is BAD_USER_INPUT.',
})
export class UpdateUserInput implements UserChanges {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "A buyer's phone, in any form that `CreateCustomerInput.phone` takes." })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "A buyer's CPF, in any form that `CreateCustomerInput.cpf` takes. Only an owner changes it.",
  })
  cpf?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address, at most 254 characters. It is stored in lower case. No other account may have it.',
  })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: "A buyer's date of birth (YYYY-MM-DD), in the past and not before 1900. Only an owner changes it.",
  })
  birthDate?: Date | null;

  @Field(() => OperatorRole, {
    nullable: true,
    description: 'What of the work an operator may do. With another one their tokens and sessions end.',
  })
  operatorRole?: OperatorRole | null;

  @Field(() => String, {
    nullable: true,
    description: "An operator's new password, 8 to 200 characters: their tokens and sessions end. Buyers choose their own.",
  })
  password?: string | null;
}
