import type { BlockLeaf, BookLeaf, How } from './book.js';
import { firstFrom } from './random.js';
import { ensure, ProofProblem } from './steps.js';
import type { Span } from './winning-ordinals.js';

/** In quotas. The first three are live, by how they were paid. */
export interface Composition {
  pix: number;
  byHand: number;
  free: number;
  /** Of all blocks that were ever voided, also where their ordinals were sold again. */
  givenBack: number;
}

export const NO_QUOTAS: Composition = { pix: 0, byHand: 0, free: 0, givenBack: 0 };

const PAID = { PIX: 'pix', BY_HAND: 'byHand', FREE: 'free' } as const satisfies Record<How, keyof Composition>;

export function withBlock(composition: Composition, { how, count }: { how: How; count: number }): Composition {
  return { ...composition, [PAID[how]]: composition[PAID[how]] + count };
}

export function withoutBlock(composition: Composition, { how, count }: { how: How; count: number }): Composition {
  const kind = PAID[how];
  return { ...composition, [kind]: composition[kind] - count, givenBack: composition.givenBack + count };
}

export function isSameComposition(one: Composition, other: Composition): boolean {
  return one.pix === other.pix && one.byHand === other.byHand && one.free === other.free && one.givenBack === other.givenBack;
}

export interface BookBlock {
  first: number;
  count: number;
  how: How;
  isLive: boolean;
}

/** What the leaves so far say. */
export interface BookReplay {
  /** Leaves. */
  readonly size: number;
  /** Ordinals below it were allocated. */
  readonly allocated: number;
  readonly composition: Composition;
  /** Throws `ProofProblem` for a leaf that may not follow. */
  add(leaf: BookLeaf): void;
  /** Undefined where the leaf is no block. */
  blockAt(index: number): BookBlock | undefined;
  /** The ordinals below `allocated` that no live block has: ascending, neighbours merged. */
  voided(): Span[];
}

/**
 * Adds leaves in their order. Live blocks tile the allocated ordinals: a block is fresh, or lies where voided blocks were. In a raffle
 * with instant prizes nothing is sold again, and rounds never fall.
 */
export function replayBook({ isInstant }: { isInstant: boolean }): BookReplay {
  /** By leaf. A count of 0 is a leaf that is no block. */
  const firsts: number[] = [];
  const counts: number[] = [];
  const hows: How[] = [];
  const voidedLeaves = new Set<number>();
  const toClose = new Set<string>();
  const freed = createFreed();
  let allocated = 0;
  let lastRound = 0;
  let composition = NO_QUOTAS;

  function addBlock({ how, first, count, round }: BlockLeaf): void {
    ensure(isInstant === round > 0, isInstant ? 'is bound to no round' : 'is bound to a round that decides nothing');
    ensure(round >= lastRound, `is bound to round ${round}, before round ${lastRound} of an earlier leaf`);
    if (first !== allocated) {
      ensure(!isInstant, `begins at ordinal ${first}, not at the next one, ${allocated}`);
      ensure(freed.take(first, count), `takes ordinals from ${first} on that are not free`);
    } else allocated += count;
    lastRound = round;
    composition = withBlock(composition, { how, count });
  }

  function addVoid(block: number): void {
    const [first, count, how] = [firsts[block], counts[block], hows[block]];
    ensure(Boolean(count), `voids leaf ${block}, which is no earlier block`);
    ensure(!voidedLeaves.has(block), `voids the block of leaf ${block} a second time`);
    voidedLeaves.add(block);
    freed.add(first!, count!);
    composition = withoutBlock(composition, { how: how!, count: count! });
  }

  function addToClose(ordinal: number, prizeId: string): void {
    ensure(isInstant, 'sends a prize to the close, and there is none');
    ensure(ordinal === allocated, `says that ordinals below ${ordinal} were allocated, not below ${allocated}`);
    ensure(!toClose.has(prizeId), `sends the prize ${prizeId} to the close a second time`);
    toClose.add(prizeId);
  }

  return {
    get size() {
      return firsts.length;
    },
    get allocated() {
      return allocated;
    },
    get composition() {
      return composition;
    },
    add(leaf) {
      const index = firsts.length;
      try {
        if (leaf.type === 'BLOCK') addBlock(leaf);
        else if (leaf.type === 'VOID') addVoid(leaf.block);
        else addToClose(leaf.ordinal, leaf.prizeId);
      } catch (error) {
        throw error instanceof ProofProblem ? new ProofProblem(`leaf ${index} ${error.message}`) : error;
      }
      const block = leaf.type === 'BLOCK' ? leaf : undefined;
      firsts.push(block?.first ?? 0);
      counts.push(block?.count ?? 0);
      hows.push(block?.how ?? 'FREE');
    },
    blockAt(index) {
      const count = counts[index];
      if (!count) return undefined;
      return { first: firsts[index]!, count, how: hows[index]!, isLive: !voidedLeaves.has(index) };
    },
    voided: () => freed.spans(),
  };
}

interface Freed {
  add(first: number, count: number): void;
  /** False, and nothing taken, unless all of them are free. */
  take(first: number, count: number): boolean;
  spans(): Span[];
}

/** Ascending spans of ordinals that never touch. */
function createFreed(): Freed {
  const starts: number[] = [];
  const ends: number[] = [];
  const replace = (at: number, spans: number, ...by: [start: number, end: number][]): void => {
    starts.splice(at, spans, ...by.map(([start]) => start));
    ends.splice(at, spans, ...by.map(([, end]) => end));
  };

  return {
    add(first, count) {
      const end = first + count;
      const at = firstFrom(starts, first);
      const joinsBefore = at > 0 && ends[at - 1] === first;
      const joinsAfter = starts[at] === end;
      const from = joinsBefore ? at - 1 : at;
      replace(from, Number(joinsBefore) + Number(joinsAfter), [
        joinsBefore ? starts[at - 1]! : first,
        joinsAfter ? ends[at]! : end,
      ]);
    },
    take(first, count) {
      const end = first + count;
      const at = firstFrom(starts, first + 1) - 1;
      const [start, last] = [starts[at], ends[at]];
      if (start === undefined || last === undefined || last < end) return false;
      const left: [number, number][] = [
        [start, first],
        [end, last],
      ];
      replace(at, 1, ...left.filter(([from, to]) => from < to));
      return true;
    },
    spans: () => starts.map((start, index) => [start, ends[index]! - start] as const),
  };
}
