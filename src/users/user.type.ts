import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Role } from '../generated/prisma/enums.js';

registerEnumType(Role, {
  name: 'Role',
  description: 'The roles of users.',
  valuesConfig: {
    USER: { description: 'A buyer, who has access only to their own data.' },
    ADMIN: { description: 'An operator of the service.' },
  },
});

@ObjectType({
  description: 'A buyer or an operator. The user and operators see all personal data; anyone else sees it masked.',
})
export class User {
  @Field(() => ID, { description: "The user's UUID." })
  id: string;

  @Field(() => Role, { description: 'Whether the user is a buyer or an operator.' })
  role: Role;

  @Field(() => String, { description: 'The full name. Others see the first name and the initials, such as "Maria S.".' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The phone number in E.164, such as "+5511987654321". Others see it masked, as in `+55 (11) *****-4321`. Null for '
      + 'an operator and for an anonymised account.',
  })
  phone: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The CPF as eleven digits. Others see it masked, as in `***.456.789-**`. Null for an operator and for an '
      + 'anonymised account.',
  })
  cpf: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address in lower case. Null for others, and when none was given.',
  })
  email: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The date of birth (YYYY-MM-DD). Null for others, and when none was given.',
  })
  birthDate: Date | null;

  @Field(() => Date, { description: 'When the account was created (ISO 8601 UTC).' })
  createdAt: Date;
}
