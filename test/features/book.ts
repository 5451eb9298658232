import { findConsistency, findHead, findLeaves, findReceipts } from '../../src/book/book.service.js';
import { publicationDelay } from '../../src/book/publication-delay.js';
import { closeBook, publishBooks } from '../../src/book/publisher.js';
import { createBackoff } from '../../src/platform/backoff.js';
import type { FeatureTests } from '../features.js';

const API = ['test/book.test.ts'];
const PUBLISHER = ['test/book-publisher.test.ts'];
const LEAVES = ['test/proof-book.test.ts'];

const AT_ONCE = createBackoff({ firstMs: 0, longestMs: 0 });

export const book: FeatureTests = {
  operations: `
    bookHead         P    GET /v1/raffles/{raffleId}/book/head
    bookHeads        P    GET /v1/raffles/{raffleId}/book/heads
    bookConsistency  P    GET /v1/raffles/{raffleId}/book/consistency
    bookLeaves       P    GET /v1/raffles/{raffleId}/book/leaves
    bookReceipt      U A  GET /v1/orders/{orderId}/book-receipt`,
  matrix: async ({ raffleId }) => ({
    calls: {
      bookConsistency: () => ({ raffleId, from: 0, to: 0 }),
      bookLeaves: () => ({ raffleId, from: 0 }),
    },
  }),
  people: ({ app, admin, of }) => {
    const { huge } = of.raffles;
    return {
      async 'publish a sale'() {
        const { size } = await closeBook(app, huge);
        if (size < 100_000) throw new Error('the book has too few leaves');
      },
      'show heads': () => Promise.all([findHead(admin, huge), findHead(admin, huge, 50_000)]),
      'show that nothing was changed': () => findConsistency(admin, huge, { from: 30_001, to: 90_007 }),
      'read leaves': () => findLeaves(admin, huge, { from: 50_000, count: 1024 }),
      'show a receipt': () => findReceipts(admin, of.paidOrderId, { fromIndex: 0 }),
    };
  },
  rounds: ({ app }) => ({
    'book.publishing': () => publishBooks(app, AT_ONCE),
    'figures of books': () => publicationDelay(app).read(),
  }),
  lists: ({ raffles }) => ({ bookHeads: { after: [50_000], isPublic: true, raffleIds: [raffles.huge, raffles.small] } }),
  faults: {
    'src/book/publisher.ts': [
      {
        name: 'a book is continued behind the back of the process that holds it',
        find: 'if ((await tx.query(lock, [raffleId])).length === 0) return undefined;',
        replace: 'if (raffleId === lock.name) return undefined;',
        tests: PUBLISHER,
      },
      {
        name: 'quotas that were given back stay counted as paid',
        find: 'if (voids) composition = withoutBlock(composition, voids);',
        replace: 'if (voids && index < 0) composition = withoutBlock(composition, voids);',
        tests: API,
      },
      {
        name: 'nobody hears of a block that was published after its round',
        find: 'if (lateSeconds <= 0) return;',
        replace: 'if (lateSeconds <= 3_600) return;',
        tests: PUBLISHER,
      },
    ],
    'src/book/leaves.ts': [
      {
        name: 'a book goes on without a leaf',
        find: 'if (row?.leaf !== from + at) throw',
        replace: 'if (!row) throw',
        tests: PUBLISHER,
      },
      {
        name: 'all salts of a book are the same',
        find: 'indexes.writeUInt32BE(from + at, (at + 1) * SALT_BYTES - 4);',
        replace: 'indexes.writeUInt32BE(from, (at + 1) * SALT_BYTES - 4);',
        tests: API,
      },
    ],
    'src/book/book.service.ts': [
      {
        name: 'leaves are shown before a head holds them',
        find: 'const to = Math.min(from + count, book?.size ?? 0);',
        replace: 'const to = Math.min(from + count, book?.leaves ?? 0);',
        tests: PUBLISHER,
      },
    ],
    'src/proof/book-replay.ts': [
      {
        name: 'a block may be sold twice',
        find: 'ensure(freed.take(first, count),',
        replace: 'ensure(freed.take(first, count) || first < allocated,',
        tests: LEAVES,
      },
      {
        name: 'a block may be voided twice',
        find: 'ensure(!voidedLeaves.has(block),',
        replace: 'ensure(block >= 0,',
        tests: LEAVES,
      },
      {
        name: 'rounds may fall',
        find: 'ensure(round >= lastRound,',
        replace: 'ensure(round >= 0,',
        tests: LEAVES,
      },
    ],
    'src/proof/consistency.ts': [
      {
        name: 'a changed leaf passes as a continuation',
        find: 'return last === 0 && isSameHash(firstRoot, first.root) && isSameHash(secondRoot, second.root);',
        replace: 'return last === 0 && isSameHash(secondRoot, second.root);',
        tests: ['test/proof-consistency.test.ts'],
      },
    ],
  },
};
