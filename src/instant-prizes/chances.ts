import type { App } from '../context.js';
import { createReadThroughCache, type ReadThroughCache } from '../platform/read-through-cache.js';
import { createInstantDecider } from '../proof/instant-decider.js';
import { selectChanceState, selectSentToClose, selectStandings } from './decide.sql.js';
import { readLists } from './published-lists.js';

const MAX_AGE_MS = 500;
const MAX_RAFFLES = 500;

/** Of the next quota that is decided. All quotas that are left have the same. */
export interface InstantChance {
  quotaPrizesInPlay: number;
  quotaPrizesOf: number;
  boxUnitsInPlay: number;
  boxUnitsOf: number;
  /** Paid quotas that wait for their round. */
  undecidedQuotas: number;
}

/** Null for a raffle without instant prizes, or of which every quota is decided. */
export type InstantChances = ReadThroughCache<InstantChance | null>;

export function createInstantChances({ db }: Pick<App, 'db'>): InstantChances {
  return createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_RAFFLES,
    async load(raffleId) {
      const [state] = await db.query(selectChanceState, [raffleId]);
      if (!state) return null;
      const lists = await readLists(db, raffleId);
      const [standings] = await db.query(selectStandings, [raffleId]);
      const sent = await db.query(selectSentToClose, [raffleId, state.leaves]);
      const won = new Set(standings?.won);
      const decider = createInstantDecider(lists, {
        decided: state.decidedTo,
        isWon: lists.quotaPrizes.map(({ id }) => won.has(id)),
        unitsOut: standings?.unitsOut ?? [],
        sentToClose: sent.map(({ prizeId }) => prizeId),
      });
      const chance = decider.chanceOfNext();
      return (
        chance && {
          quotaPrizesInPlay: chance.quotaPrize.inPlay,
          quotaPrizesOf: chance.quotaPrize.of,
          boxUnitsInPlay: chance.boxUnit.inPlay,
          boxUnitsOf: chance.boxUnit.of,
          undecidedQuotas: state.allocated - state.decidedTo,
        }
      );
    },
  });
}
