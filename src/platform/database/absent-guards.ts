import type { FigureSource } from '../figure-source.js';
import type { Database } from './database.js';

const GAUGE = 'gateway_database_guards_absent';

export function absentGuards(db: Pick<Database, 'guards'>): FigureSource {
  return {
    name: 'guards',
    gauges: {
      [GAUGE]: {
        help: 'How many of the settings that guard the service PostgreSQL does not hold. From the database: the same of every process.',
      },
    },
    maxAgeMs: 30_000,
    async read() {
      return [{ gauge: GAUGE, value: (await db.guards()).absent.length }];
    },
  };
}
