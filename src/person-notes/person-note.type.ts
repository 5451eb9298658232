import { Length } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';
import { User } from '../users/user.type.js';

@ObjectType({ description: 'What an operator wrote down about a person. It is deleted with the account.' })
export class PersonNote {
  @IdField('note')
  id: string;

  @Field(() => String, { description: 'The note, up to 2,000 characters.' })
  text: string;

  @Field(() => User, { description: 'The operator who wrote it.' })
  author?: User;

  @Field(() => Date, { description: 'When it was written (ISO 8601 UTC).' })
  createdAt: Date;
}

export const PersonNoteConnection = Connection<PersonNote>(() => PersonNote, 'PersonNote');

@InputType({ description: 'A new note about a person.' })
export class CreatePersonNoteInput {
  @Field(() => String, {
    description: 'The note, 1 to 2,000 characters. The person gets it with a copy of the own data: write what they may read.',
  })
  @Length(1, 2_000)
  text: string;
}
