import { GraphQLDate } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { InputRule } from '../graphql/input-rules.js';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import type { UserChanges } from './user-desk.service.js';
import { newUserProblems, type NewUser } from './user-rules.js';

/** By the clock of UTC, which is ahead of ours: the service says the last word on a birthday of today. */
const newUser = (input: Partial<NewUser>) => newUserProblems(input, 'UTC');

/** Which users. */
@ArgsType()
export class UsersArgs extends PageArgs {
  @Field(() => Role, { description: 'Buyers or operators.', defaultValue: Role.USER })
  role: Role;

  @Field(() => Boolean, { nullable: true, description: 'Only those who are blocked, or only those who are not. Left out: both.' })
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
