import { GraphQLDate } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import type { NewUser, UserChanges } from './user-desk.service.js';

/** Which users. */
@ArgsType()
export class UsersArgs extends PageArgs {
  @Field(() => Role, { description: 'Buyers or operators.', defaultValue: Role.USER })
  role: Role;

  @Field(() => Boolean, { nullable: true, description: 'Only those who are blocked, or only those who are not. Left out: both.' })
  isBlocked?: boolean | null;
}

@InputType({ description: 'A buyer or an operator whom an owner makes.' })
export class CreateUserInput implements NewUser {
  @Field(() => Role, { description: 'Whether they buy or operate. It is never changed.' })
  role: Role;

  @Field(() => OperatorRole, {
    nullable: true,
    description: 'What of the work they may do: required for an operator, and only for one.',
  })
  operatorRole?: OperatorRole | null;

  @Field(() => String, { description: 'The full name, 2 to 120 characters.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'The phone, in any form that `CreateCustomerInput.phone` takes. Required for a buyer; operators have none.',
  })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The CPF, eleven digits. Required for a buyer; operators have none.' })
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address. Required for an operator, who logs in by it.' })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: "A buyer's date of birth (YYYY-MM-DD), in the past and not before 1900.",
  })
  birthDate?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The first password, 8 to 200 characters. Required for an operator; a buyer without one logs in by a code.',
  })
  password?: string | null;
}

@InputType({
  description: 'What is changed of a user. What is left out stays; null takes an e-mail address or a date of birth away.',
})
export class UpdateUserInput implements UserChanges {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "A buyer's phone, in any form that `CreateCustomerInput.phone` takes." })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "A buyer's CPF, eleven digits. Only an owner changes it." })
  cpf?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address.' })
  email?: string | null;

  @Field(() => GraphQLDate, { nullable: true, description: "A buyer's date of birth (YYYY-MM-DD). Only an owner changes it." })
  birthDate?: Date | null;

  @Field(() => OperatorRole, { nullable: true, description: 'What of the work an operator may do.' })
  operatorRole?: OperatorRole | null;

  @Field(() => String, {
    nullable: true,
    description: "An operator's new password, 8 to 200 characters: their tokens and sessions end. Buyers choose their own.",
  })
  password?: string | null;
}
