import { type BoxPrize, prizesFault } from './box-prizes.js';
import { type BoxUnit, boxDecider, type InstantBoxWin } from './instant-boxes.js';
import { quotaPrizeDecider, type QuotaPrizeWin } from './instant-quota-prizes.js';
import { shareOf } from './prize-share.js';
import { createMac, type Mac } from './random.js';
import { unitsInPlay } from './units-in-play.js';

/** Prizes in order of creation. */
export interface InstantRaffle {
  raffleId: string;
  quotas: number;
  /** `isLocked`: it begins at the close, and is never in play. */
  quotaPrizes: readonly { id: string; releaseAt: number; isLocked: boolean }[];
  boxPrizes: readonly BoxPrize[];
}

/** Where the blocks before left it. */
export interface InstantState {
  /** All ordinals below are decided. */
  decided: number;
  /** By quota prize. */
  isWon: readonly boolean[];
  /** By box prize: how many units came out, won or gone to the close. */
  unitsOut: readonly number[];
  /** The prizes of TO_CLOSE leaves so far. */
  sentToClose: Iterable<string>;
}

export interface InstantBlock {
  first: number;
  count: number;
  /** Of the order, 0 to 10,000. */
  boxes: number;
}

export interface InstantDecision {
  /** By ordinal. */
  quotaPrizeWins: QuotaPrizeWin[];
  /** By box. */
  boxWins: InstantBoxWin[];
  /** Units that came out where no box was free. */
  toClose: BoxUnit[];
}

/** Of the next quota: it wins `inPlay` times in `of`. Of a prize with `inPlay` = `of` it wins one for certain. */
export interface Chance {
  inPlay: number;
  of: number;
}

export interface InstantDecider {
  readonly decided: number;
  /** Quotas that can be sold in all. */
  readonly forSale: number;
  /** By box prize. */
  readonly unitsOut: readonly number[];
  readonly quotaPrizesWon: number;
  /** Blocks come in the order of their leaves. `randomness` is that of the block's round. `RangeError` for a block out of place. */
  decide(block: InstantBlock, randomness: Uint8Array): InstantDecision;
  /** For the blocks after it. `RangeError` for a prize that is unknown or at the close already, or when no quota is left. */
  sendToClose(prizeId: string): void;
  /** Null when nothing is left for sale. */
  chanceOfNext(): { quotaPrize: Chance; boxUnit: Chance } | null;
}

/**
 * Decides what blocks win, as README.md describes: one after the other, from any state. Making one costs some microseconds a
 * prize. Throws `RangeError` for prizes that no raffle can have.
 */
export function createInstantDecider(raffle: InstantRaffle, state: InstantState = atFirst(raffle)): InstantDecider {
  const { raffleId, quotas, quotaPrizes, boxPrizes } = raffle;
  const fault = prizesFault(boxPrizes);
  if (fault) throw new RangeError(fault);
  const all = [...quotaPrizes, ...boxPrizes];
  const places = new Map(all.map(({ id }, place) => [id, place]));
  if (places.size < all.length) throw new RangeError('two prizes have the same id');
  const isAtClose = all.map(({ isLocked }) => isLocked);
  const shares = all.map(({ releaseAt }) => shareOf(releaseAt, quotas));
  const boxShares = shares.slice(quotaPrizes.length);
  const out = [...state.unitsOut];
  let { decided } = state;
  let forSale = quotas - quotaPrizes.filter(({ isLocked }) => isLocked).length;

  const prizesInPlay = unitsInPlay(
    shares.slice(0, quotaPrizes.length),
    quotaPrizes.map(({ isLocked }, prize) => (isLocked || state.isWon[prize] ? 0 : 1)),
  );
  const boxUnitsInPlay = unitsInPlay(
    boxShares,
    boxPrizes.map(({ mode, isLocked, quantity }, prize) => (isLocked || mode !== 'ALEATORIO' ? 0 : quantity - out[prize]!)),
  );
  const numbers = quotaPrizeDecider(raffleId, quotas - quotaPrizes.length, prizesInPlay, state.isWon.filter(Boolean).length);
  const boxes = boxDecider({
    raffleId,
    prizes: boxPrizes,
    shares: boxShares,
    inPlay: boxUnitsInPlay,
    out,
    isAtClose: (prize) => isAtClose[quotaPrizes.length + prize]!,
  });

  function sendToClose(prizeId: string): void {
    const place = places.get(prizeId);
    if (place === undefined || isAtClose[place]) throw new RangeError(`prize ${prizeId} is unknown or at the close already`);
    isAtClose[place] = true;
    if (place >= quotaPrizes.length) {
      boxUnitsInPlay.withdraw(place - quotaPrizes.length);
      return;
    }
    if (forSale === decided) throw new RangeError(`prize ${prizeId} goes to the close after the last quota for sale`);
    prizesInPlay.withdraw(place);
    forSale -= 1;
  }
  for (const prizeId of state.sentToClose) sendToClose(prizeId);

  const keyed = keyedMacs();
  return {
    get decided() {
      return decided;
    },
    get forSale() {
      return forSale;
    },
    get quotaPrizesWon() {
      return numbers.won;
    },
    unitsOut: out,
    decide(block, randomness) {
      const { first, count } = block;
      if (first !== decided || !(count > 0)) throw new RangeError(`a block at ordinal ${first}, where ${decided} is the next`);
      if (first + count > forSale) throw new RangeError(`a block to ordinal ${first + count}, where ${forSale} are for sale`);
      const mac = keyed(randomness);
      const quotaPrizeWins = quotaPrizes.length === 0 ? [] : numbers.decide(block, forSale, mac);
      const { wins, toClose } = boxPrizes.length === 0 ? NO_BOXES : boxes.decide(block, forSale, mac);
      decided += count;
      return { quotaPrizeWins, boxWins: wins, toClose };
    },
    sendToClose,
    chanceOfNext() {
      prizesInPlay.reach(decided);
      boxUnitsInPlay.reach(decided);
      const left = forSale - decided;
      if (left === 0) return null;
      const inPlay = prizesInPlay.total;
      const isCertain = inPlay > left || numbers.plainLeft(decided) <= 0;
      return {
        quotaPrize: { inPlay, of: isCertain ? inPlay : left },
        boxUnit: { inPlay: Math.min(boxUnitsInPlay.total, left), of: left },
      };
    },
  };
}

const NO_BOXES = { wins: [], toClose: [] };

function atFirst({ quotaPrizes, boxPrizes }: InstantRaffle): InstantState {
  return { decided: 0, isWon: quotaPrizes.map(() => false), unitsOut: boxPrizes.map(() => 0), sentToClose: [] };
}

/** Many blocks have the same round. */
function keyedMacs(): (randomness: Uint8Array) => Mac {
  let known: Uint8Array | undefined;
  let mac: Mac | undefined;
  return (randomness) => {
    if (randomness !== known || !mac) mac = createMac(randomness);
    known = randomness;
    return mac;
  };
}
