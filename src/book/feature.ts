import { beacon } from '../beacon/feature.js';
import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { type Backoff, createBackoff } from '../platform/backoff.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { get } from '../rest/route.js';
import { BookResolver } from './book.resolver.js';
import { type BookHeadWatch, createBookHeadWatch } from './book.service.js';
import { bookTexts } from './book.texts.js';
import { publicationDelay } from './publication-delay.js';
import { publishBooks } from './publisher.js';
import { type BookTrees, createBookTrees } from './tree.js';

const HEAD = { with: { composition: {} } };
const BACKOFF = { firstMs: 2_000, longestMs: 60_000 };

declare module '../context.js' {
  interface App {
    bookBackoff: Backoff;
    bookHeadWatch: BookHeadWatch;
    bookTrees: BookTrees;
  }
}

export const book = defineFeature('book', {
  needs: [beacon, orders, quotas, raffles],
  parts: (app) => ({
    bookBackoff: createBackoff(BACKOFF),
    bookHeadWatch: createBookHeadWatch(app),
    bookTrees: createBookTrees(app),
  }),
  close: ({ bookHeadWatch }) => bookHeadWatch.stop(),
  texts: bookTexts,
  resolvers: [BookResolver],
  rest: [
    get('/v1/raffles/:raffleId/book/head', 'bookHead', HEAD),
    get('/v1/raffles/:raffleId/book/heads', 'bookHeads', HEAD),
    get('/v1/raffles/:raffleId/book/consistency', 'bookConsistency'),
    get('/v1/raffles/:raffleId/book/leaves', 'bookLeaves'),
    get('/v1/orders/:orderId/book-receipt', 'bookReceipt', { with: { head: HEAD } }),
  ],
  workers: [{ name: 'book.publishing', everyMs: 1_000, run: (app) => publishBooks(app, app.bookBackoff).then(() => false) }],
  sealed: [{ table: 'raffle_books', column: 'sealed_key', key: 'raffle_id', keyType: 'uuid' }],
  figures: (app) => [publicationDelay(app)],
  subscribers: ({ bookHeadWatch }) => ({ bookHead: bookHeadWatch.subscribers }),
  logEvents: {
    'book.head.failed': {
      level: 'error',
      advice:
        'The public book of `raffleId` could not continue. It is retried with backoff. Read `err`: a book that lacks a leaf is never continued.',
    },
    'book.head.late': {
      level: 'warn',
      advice:
        'A block of `raffleId` was published `lateSeconds` after the `round` that decides its instant prizes was due. The prizes stand, but nobody outside can confirm that the block was bound before. Check the load, PostgreSQL, and the clocks of the processes and the database.',
    },
    'book.heads.read_failed': { level: 'warn', advice: 'Watched heads of books get no changes until the next read.' },
    'book.publishing.failed': {
      level: 'error',
      advice: 'New leaves of public books are not published, and buyers get no receipts. Read `err` and check PostgreSQL.',
    },
  },
});
