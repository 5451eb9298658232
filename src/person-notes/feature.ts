import { defineFeature } from '../feature.js';
import { personalData } from '../personal-data/feature.js';
import { get, post } from '../rest/route.js';
import { users } from '../users/feature.js';
import { deleteNotesOf, moveNotes, selectPersonalNotes } from './person-note.sql.js';
import { PersonNoteResolver } from './person-note.resolver.js';

export const personNotes = defineFeature('person-notes', {
  needs: [users, personalData],
  resolvers: [PersonNoteResolver],
  rest: [
    get('/v1/users/:userId/notes', 'personNotes', { with: { author: { as: 'Person', only: ['id', 'name'] } } }),
    post('/v1/users/:userId/notes', 'createPersonNote', { with: { author: { as: 'Person', only: ['id', 'name'] } } }),
  ],
  accountMoves: async (tx, from, to) => void (await tx.query(moveNotes, [from, to])),
  forgets: [deleteNotesOf],
  personalData: { notes: { rows: selectPersonalNotes } },
});
