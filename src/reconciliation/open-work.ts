import type { App } from '../context.js';
import { createSnapshots } from '../platform/snapshots.js';
import { selectOpenFigures, type OpenFigure } from './open-work.sql.js';

const MAX_AGE_MS = 15_000;

/** The figures of what waits for somebody, read every 15 seconds at most; none while the database cannot be asked. */
export function createOpenWork({ db }: Pick<App, 'db'>): () => Promise<OpenFigure[]> {
  const figures = createSnapshots({ maxAgeMs: MAX_AGE_MS, maxKeys: 1, load: () => db.query(selectOpenFigures) });
  return async () => {
    try {
      return await figures.get('all');
    } catch {
      return [];
    }
  };
}
