import { instantStream } from './instant-stream.js';
import type { Mac } from './random.js';
import type { UnitsInPlay } from './units-in-play.js';

const LABEL = 'raffle-gateway numbers v2';

/** `prize` is its place in the order of creation. */
export interface QuotaPrizeWin {
  ordinal: number;
  prize: number;
}

export interface QuotaPrizeDecider {
  /** How many are won. */
  readonly won: number;
  /** Plain numbers that no ordinal below this one received. */
  plainLeft(ordinal: number): number;
  /** `forSale` quotas in all. Throws `RangeError` when a quota finds no number. */
  decide(block: { first: number; count: number }, forSale: number, mac: Mac): QuotaPrizeWin[];
}

/** As README.md describes; `plain` numbers are those without a prize. */
export function quotaPrizeDecider(raffleId: string, plain: number, inPlay: UnitsInPlay, wonBefore: number): QuotaPrizeDecider {
  const stream = instantStream(LABEL, raffleId);
  let won = wonBefore;

  const plainLeft = (ordinal: number): number => plain - (ordinal - won);
  return {
    get won() {
      return won;
    },
    plainLeft,
    decide({ first, count }, forSale, mac) {
      const wins: QuotaPrizeWin[] = [];
      stream.start(mac, first);
      for (let ordinal = first; ordinal < first + count; ordinal++) {
        inPlay.reach(ordinal);
        const { total } = inPlay;
        const hasPlain = plainLeft(ordinal) > 0;
        if (total === 0) {
          if (!hasPlain) throw new RangeError(`there is no number for ordinal ${ordinal}`);
          continue;
        }
        const drawn = stream.next(hasPlain ? forSale - ordinal : total);
        if (drawn >= total) continue;
        wins.push({ ordinal, prize: inPlay.take(drawn) });
        won += 1;
      }
      return wins;
    },
  };
}
