import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { PersonNote as NoteRow } from '../generated/prisma/client.js';
import { PageArgs } from '../graphql/connection.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import * as notes from './person-note.service.js';
import { CreatePersonNoteInput, PersonNote, PersonNoteConnection } from './person-note.type.js';

@Resolver(() => PersonNote)
export class PersonNoteResolver {
  @Query(() => PersonNoteConnection, { description: 'What operators wrote down about a person, newest first.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  personNotes(@Ctx() ctx: Context, @IdArg('user', { name: 'userId' }) userId: string, @Args(() => PageArgs) page: PageArgs) {
    return notes.listNotes(ctx, userId, page);
  }

  @Mutation(() => PersonNote, {
    description: 'Writes a note about a person, which other operators read. It cannot be changed. Audited, without the text.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  createPersonNote(
    @Ctx() ctx: Context,
    @IdArg('user', { name: 'userId' }) userId: string,
    @InputArg(() => CreatePersonNoteInput) input: CreatePersonNoteInput,
  ) {
    return notes.createNote(ctx, userId, input.text);
  }

  @FieldResolver()
  author(@Root() { authorId }: NoteRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(authorId);
  }
}
