import type { App } from '../context.js';
import type { Figure, FigureSource } from '../platform/figure-source.js';
import { selectOpenFigures } from './open-work.sql.js';

export function openWork({ db }: Pick<App, 'db'>): FigureSource {
  return {
    name: 'open_work',
    gauges: {
      gateway_open_work: {
        help: 'What waits for somebody, by kind: late payments, and refunds, callbacks, orders and entries that are not over. From the database: the same of every process.',
        label: 'kind',
      },
      gateway_open_work_reais: {
        help: 'The sum of the money that waits for somebody, by kind. From the database: the same of every process.',
        label: 'kind',
      },
    },
    maxAgeMs: 15_000,
    async read() {
      const figures = await db.query(selectOpenFigures);
      return figures.flatMap(({ kind, count, amount }): Figure[] => [
        { gauge: 'gateway_open_work', label: kind, value: count },
        ...(amount === null ? [] : [{ gauge: 'gateway_open_work_reais', label: kind, value: Number(amount) / 100 }]),
      ]);
    },
  };
}
