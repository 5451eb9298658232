import { utf8, uuidBytes } from './bytes.js';
import { createMac, firstFrom, uniformDraws } from './random.js';

const LABEL = 'raffle-gateway draw v1';

export interface BeaconDraw {
  randomness: Uint8Array;
  raffleId: string;
  /** 32 bytes. */
  manifestHash: Uint8Array;
  allocated: number;
  voided: readonly Span[];
  prizes: number;
}

/** By prize, as README.md describes; undefined where no ordinal is left. */
export function winningOrdinals({ raffleId, allocated, voided, prizes, ...by }: BeaconDraw): (number | undefined)[] {
  const valid = validOrdinals(allocated, voided);
  const draw = uniformDraws(createMac(by.randomness), utf8(LABEL), uuidBytes(raffleId), by.manifestHash);
  return Array.from({ length: prizes }, (_, index) => {
    if (valid.count === 0) return undefined;
    const winner = valid.atRank(draw(index + 1, valid.count));
    valid.remove(winner);
    return winner;
  });
}

export type Span = readonly [firstOrdinal: number, count: number];

export interface ValidOrdinals {
  readonly count: number;
  /** The valid ordinal with `rank` valid ones before it. */
  atRank(rank: number): number;
  has(ordinal: number): boolean;
  remove(ordinal: number): void;
}

/** Without the voided blocks, which are ascending and do not overlap. Stores no list of ordinals. */
export function validOrdinals(allocated: number, voided: readonly Span[]): ValidOrdinals {
  /** The ordinals before each voided block that are not void. */
  const before: number[] = [];
  let void_ = 0;
  for (const [first, count] of voided) {
    before.push(first - void_);
    void_ += count;
  }
  const standing = allocated - void_;
  /** Ranks among all ordinals that are not void, ascending. */
  const won: number[] = [];

  const countUpTo = (list: readonly number[], value: number): number => firstFrom(list, value + 1);
  const voidedIn = (blocks: number): number => {
    if (blocks === 0) return 0;
    const [first, count] = voided[blocks - 1]!;
    return first + count - before[blocks - 1]!;
  };
  const firsts = voided.map(([first]) => first);

  /** Undefined for a void ordinal, or outside. */
  function standingRank(ordinal: number): number | undefined {
    if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= allocated) return undefined;
    const blocks = countUpTo(firsts, ordinal);
    const last = voided[blocks - 1];
    if (last && ordinal < last[0] + last[1]) return undefined;
    return ordinal - voidedIn(blocks);
  }

  return {
    get count() {
      return standing - won.length;
    },
    atRank(rank) {
      let among = rank;
      for (const lost of won) if (lost <= among) among += 1;
      return among + voidedIn(countUpTo(before, among));
    },
    has(ordinal) {
      const rank = standingRank(ordinal);
      return rank !== undefined && won[countUpTo(won, rank) - 1] !== rank;
    },
    remove(ordinal) {
      const rank = standingRank(ordinal);
      if (rank !== undefined) won.splice(countUpTo(won, rank), 0, rank);
    },
  };
}
