import { createNote, listNotes } from '../../src/person-notes/person-note.service.js';
import type { FeatureTests } from '../features.js';
import { aCustomer } from '../support/actors.js';

const NOTES = ['test/person-notes.test.ts'];

export const personNotes: FeatureTests = {
  operations: `
    personNotes       A        GET /v1/users/{userId}/notes
    createPersonNote  A(OFMS)  POST /v1/users/{userId}/notes`,
  acts: {
    createPersonNote: async ({ server }) => ({ userId: (await aCustomer(server)).id, input: { text: 'wants a call' } }),
  },
  people: ({ admin, of: { buyer } }) => ({
    'write a note': () => createNote(admin, buyer.id, 'wants a call'),
    'read notes': () => listNotes(admin, buyer.id, { first: 20 }),
  }),
  lists: ({ time, uuid }) => ({ personNotes: { after: [time, uuid] } }),
  faults: {
    'src/person-notes/feature.ts': [
      {
        name: 'notes stay when the account is deleted',
        find: '  forgets: [deleteNotesOf],\n',
        replace: '',
        tests: NOTES,
      },
      {
        name: 'notes stay with the account that ended',
        find: '  accountMoves: async (tx, from, to) => void (await tx.query(moveNotes, [from, to])),\n',
        replace: '',
        tests: NOTES,
      },
    ],
  },
};
