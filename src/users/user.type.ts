import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { OperatorRole, Role } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';

describeEnum('Role', Role, 'The roles of users.', {
  USER: 'A buyer, who has access only to their own data.',
  ADMIN: 'An operator of the service.',
});

describeEnum(
  'OperatorRole',
  OperatorRole,
  'What of the work an operator may do. Each operation that is not for all of them says for which it is.',
  {
    OWNER: 'Everything: raffles, prizes, providers, who else may come in.',
    FINANCE: 'Money: payments, refunds, commissions, reconciliation, exports and payment providers.',
    MANAGER: 'Raffles, their prizes and draws, and what the site says.',
    SUPPORT: 'Reading, and what helps a buyer: their orders and accounts.',
  },
);

@ObjectType({
  description:
    'The account of a buyer or an operator. The user and operators see all personal data; anyone else sees it masked or null.',
})
export class User {
  @Field(() => ID, { description: "The user's UUID." })
  id: string;

  @Field(() => Role, { description: 'Whether the user is a buyer or an operator.' })
  role: Role;

  @Field(() => String, {
    description: 'The full name. Others see the first name and the initials, such as "Maria S.". A deleted buyer is "Anônimo".',
  })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The phone number in E.164, such as "+5511987654321". Others see it masked, as in `+55 (11) *****-4321`. Null for '
      + 'an operator and for a deleted account.',
  })
  phone: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The CPF as eleven digits. Others see it masked, as in `***.456.789-**`. Null for an operator and for a '
      + 'deleted account.',
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
    description: 'What of the work an operator may do. Null for a buyer, and to anyone but operators.',
  })
  operatorRole: OperatorRole | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Since when the user may not log in (ISO 8601 UTC). Null for who may, and to anyone but an operator.',
  })
  blockedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the user was blocked. Null like `blockedAt`.' })
  blockedReason: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the account was deleted (ISO 8601 UTC), for good. Null while it is there, and to anyone but an operator.',
  })
  deletedAt: Date | null;

  @Field(() => Date, { description: 'When the account was created (ISO 8601 UTC).' })
  createdAt: Date;
}

export const UserConnection = Connection(() => User, 'User');
