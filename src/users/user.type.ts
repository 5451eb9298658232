import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { IdField } from '../graphql/id.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';

describeEnum('Role', Role, 'The roles of users.', {
  USER: 'A buyer, who has access only to their own data.',
  ADMIN: 'An operator of the service.',
});

describeEnum('OperatorRole', OperatorRole, 'What an operator may do. Each operation names its roles.', {
  OWNER: 'Everything.',
  FINANCE: 'Money: payments, refunds, commissions, reconciliation, exports and payment providers.',
  MANAGER: 'Raffles, their prizes and draws, and what the site says.',
  SUPPORT: 'Reading, and what helps a buyer: their orders and accounts.',
});

@ObjectType({
  description: 'The account of a buyer or an operator. Others than the user and operators see personal data masked or null.',
})
export class User {
  @IdField('user')
  id: string;

  @Field(() => Role, { description: 'Whether the user is a buyer or an operator.' })
  role: Role;

  @Field(() => String, {
    description: 'The full name. Others see the first name and an initial, such as "Maria S.". A deleted buyer is "Anônimo".',
  })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'E.164, such as "+5511987654321"; masked for others. Null for an operator and for a deleted account.',
  })
  phone: string | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When a code that was sent to the phone came back (ISO 8601 UTC). Null until then, for others, and for an operator. Several '
      + 'accounts may have one phone, and at most one of them has proved it.',
  })
  phoneProvedAt: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The CPF as eleven digits; masked for others. Null for an operator and for a deleted account.',
  })
  cpf: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address in lower case. Null for others, when none was given, and for a deleted account.',
  })
  email: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The date of birth (YYYY-MM-DD). Null for others, when none was given, and for a deleted account.',
  })
  birthDate: Date | null;

  @Field(() => OperatorRole, {
    nullable: true,
    description: 'What an operator may do. Null for a buyer, and for a caller who is no operator.',
  })
  operatorRole: OperatorRole | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Since when the user is blocked (ISO 8601 UTC). Null for a caller who is no operator.',
  })
  blockedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the user was blocked. Null like `blockedAt`.' })
  blockedReason: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the account was deleted (ISO 8601 UTC). Null for a caller who is no operator.',
  })
  deletedAt: Date | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The account into which this one was merged, because its buyer proved the phone of both. Null like `deletedAt`, and for an '
      + 'account that was not merged.',
  })
  mergedInto: string | null;

  @Field(() => Date, { description: 'When the account was created (ISO 8601 UTC).' })
  createdAt: Date;
}

export const UserConnection = Connection(() => User, 'User');
