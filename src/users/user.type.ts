import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Role } from '../generated/prisma/enums.js';

registerEnumType(Role, {
  name: 'Role',
  description: 'What a person may do.',
  valuesConfig: {
    USER: { description: 'A buyer: own data only.' },
    ADMIN: { description: 'An operator.' },
  },
});

@ObjectType({
  description: 'A buyer or an operator. Personal data is whole for that person and for an ADMIN; anyone else sees it masked.',
})
export class User {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => Role, { description: 'Buyer or operator.' })
  role: Role;

  @Field(() => String, { description: 'The full name. For others the first name and initials: "Maria S.".' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'E.164, "+5511987654321". For others `+55 (11) *****-4321`. Null for an operator or once anonymised.',
  })
  phone: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Eleven digits. For others `***.456.789-**`. Null for an operator or once anonymised.',
  })
  cpf: string | null;

  @Field(() => String, { nullable: true, description: 'Lower case. Null for others, and when none was given.' })
  email: string | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'Null for others, and when none was given.' })
  birthDate: Date | null;

  @Field(() => Date, { description: 'When the account was made.' })
  createdAt: Date;
}
