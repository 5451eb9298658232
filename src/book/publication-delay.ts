import type { App } from '../context.js';
import type { FigureSource } from '../platform/figure-source.js';
import { selectPublicationDelay } from './book.sql.js';

/** Where more wait, the oldest of these says as much. */
const MOST_RAFFLES = 1_000;
const GAUGE = 'gateway_book_publication_delay_seconds';

export function publicationDelay({ db }: Pick<App, 'db'>): FigureSource {
  return {
    name: 'book',
    gauges: {
      [GAUGE]: {
        help: 'How long the oldest leaf of a public book has waited for its head. 0 when none waits. From the database: the same of every process.',
      },
    },
    maxAgeMs: 5_000,
    async read() {
      const [delay] = await db.query(selectPublicationDelay, [MOST_RAFFLES]);
      return [{ gauge: GAUGE, value: delay?.seconds ?? 0 }];
    },
  };
}
