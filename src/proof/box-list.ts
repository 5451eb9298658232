import { MAX_QUOTAS } from './limits.js';
import { flag, integer, list, nullable, oneOf, record, text, uuid } from './read.js';

const MAX_PRIZES = 10_000;
const MAX_COMBOS = 1_000;

/** What a raffle publishes of its boxes before the first sale. Prizes in order of creation. */
export const BOX_LIST = {
  prizes: list(
    record({
      id: uuid,
      title: text(/^/, 'text'),
      quantity: integer(1, 1_000_000),
      prize: text(/^\d{1,12}\.\d\d$/, 'decimal amount of two places'),
      mode: oneOf('PORCENTAGEM', 'ALEATORIO'),
      percentage: nullable(integer(1, 10_000)),
      releaseAt: integer(0, 10_000),
      isLocked: flag,
    }),
    MAX_PRIZES,
  ),
  combos: list(record({ quantityTitles: integer(1, MAX_QUOTAS), quantityBoxes: integer(1, 1_000) }), MAX_COMBOS),
  cumulative: flag,
};
