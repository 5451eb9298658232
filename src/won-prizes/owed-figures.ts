import type { App } from '../context.js';
import type { FigureSource } from '../platform/figure-source.js';
import { selectOwed } from './register.sql.js';

const MAX_AGE_MS = 60_000;
const THE_SAME = 'From the database: the same of every process.';

export function owedFigures({ db }: Pick<App, 'db'>): FigureSource {
  return {
    name: 'prizes_owed',
    gauges: {
      gateway_prizes_owed: { help: `Prizes that were won and are neither delivered nor lapsed. ${THE_SAME}` },
      gateway_prizes_owed_reais: { help: `The value of those that have one, in reais. ${THE_SAME}` },
      gateway_prizes_oldest_owed_seconds: { help: `How long ago the oldest of them was won. 0 when none is owed. ${THE_SAME}` },
    },
    maxAgeMs: MAX_AGE_MS,
    async read() {
      const [owed] = await db.query(selectOwed);
      if (!owed) return [];
      return [
        { gauge: 'gateway_prizes_owed', value: owed.count },
        { gauge: 'gateway_prizes_owed_reais', value: Number(owed.value) / 100 },
        { gauge: 'gateway_prizes_oldest_owed_seconds', value: owed.oldestSeconds ?? 0 },
      ];
    },
  };
}
