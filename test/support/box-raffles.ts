import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type BoxWin, closeBoxes } from '../../src/proof/box-close.js';
import { boxesFor, boxesHash, type Combo, type PrizeEvent, type PublishedPrize } from '../../src/proof/box-prizes.js';
import { boxRules, decideBlock, type PrizeState } from '../../src/proof/box-decisions.js';
import type { BoxProof } from '../../src/proof/box-proof.js';

export const RAFFLE_ID = '123e4567-e12b-42d1-a456-426655440000';
export const bytesOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
export const SEED = bytesOf('seed');

export function prizeId(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** A prize of ALEATORIO, unlocked and released at once, unless told otherwise. */
export function prize(index: number, fields: Partial<PublishedPrize> = {}): PublishedPrize {
  const common = { id: prizeId(index), title: `Prize ${index}`, prize: '100.00', quantity: 1, releaseAt: 0, isLocked: false };
  return { ...common, mode: 'ALEATORIO', percentage: null, ...fields };
}

export type Act =
  | { kind: 'sell'; count: number }
  | { kind: 'switch' | 'delete'; prize: number }
  /** The block of that index, counted round. */
  | { kind: 'refund'; block: number };

export interface Plan {
  quotas: number;
  prizes: PublishedPrize[];
  combos: Combo[];
  cumulative: boolean;
  acts: Act[];
}

/**
 * The raffle as a service would run it: it knows what its rows say, decides each block as it is paid, and has Node's cryptography.
 * Between blocks everything it keeps goes through JSON.
 */
export function play({ quotas, prizes, combos, cumulative, acts }: Plan, seed = SEED): BoxProof {
  const rules = boxRules({ raffleId: RAFFLE_ID, quotas, seed, prizes });
  const blocks: { first: number; count: number; boxes: number; isVoid: boolean }[] = [];
  const log: PrizeEvent[] = [];
  const wins: BoxWin[] = [];
  let rows = prizes.map(({ isLocked }): PrizeState => ({ given: 0, standing: isLocked ? 'LOCKED' : 'UNLOCKED' }));
  let sold = 0;

  for (const act of acts) {
    rows = JSON.parse(JSON.stringify(rows)) as PrizeState[];
    if (act.kind === 'sell') {
      const count = Math.min(act.count, quotas - sold);
      if (count === 0) continue;
      const block = { first: sold, count, boxes: boxesFor(combos, cumulative, count) };
      const decision = decideBlock(rules, rows, block);
      for (const { prizeId, given } of decision.changes) rows[prizes.findIndex(({ id }) => id === prizeId)]!.given = given;
      wins.push(...decision.wins.map((win) => ({ first: sold, ...win })));
      blocks.push({ ...block, isVoid: false });
      sold += count;
    } else if (act.kind === 'refund') {
      if (blocks.length > 0) blocks[act.block % blocks.length]!.isVoid = true;
    } else {
      const row = rows[act.prize % Math.max(1, prizes.length)];
      if (!row || row.standing === 'DELETED') continue;
      row.standing = act.kind === 'delete' ? 'DELETED' : row.standing === 'LOCKED' ? 'UNLOCKED' : 'LOCKED';
      log.push({ ordinal: sold, type: row.standing, prizeId: prizes[rows.indexOf(row)]!.id });
    }
  }

  const closeKey = bytesOf('beacon');
  const standings = rows.map(({ standing }) => standing);
  const { wins: closeWins } = closeBoxes({ raffleId: RAFFLE_ID, prizes, standings, blocks, wins, key: closeKey });
  const published = boxesHash(prizes, combos, cumulative);
  const told = { raffleId: RAFFLE_ID, quotas, allocated: sold, seed, boxesHash: published, prizes, combos, cumulative };
  return { ...told, log, blocks, wins, closeWins, closeKey };
}

const anyPrize = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  // Null: ALEATORIO. Six of them never exceed 10,000.
  percentage: fc.option(fc.integer({ min: 1, max: 1666 }), { nil: null, freq: 1 }),
  releaseAt: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  isLocked: fc.boolean(),
});

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('sell' as const), count: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('switch', 'switch', 'switch', 'delete'), prize: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), block: fc.nat(40) }) },
);

/** Raffles with both modes, locks, releases, refunds, orders without boxes, sold out or not. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    quotas: fc.integer({ min: 1, max: 400 }),
    prizes: fc.array(anyPrize, { maxLength: 6, size: 'max' }),
    combos: fc.uniqueArray(
      fc.record({ quantityTitles: fc.integer({ min: 1, max: 30 }), quantityBoxes: fc.integer({ min: 1, max: 9 }) }),
      { maxLength: 3, size: 'max', selector: ({ quantityTitles }) => quantityTitles },
    ),
    cumulative: fc.boolean(),
    acts: fc.array(anyAct, { maxLength: 60, size: 'max' }),
  })
  .map(({ prizes, ...rest }) => ({
    ...rest,
    prizes: prizes.map(({ percentage, ...fields }, index) =>
      prize(index, { ...fields, percentage, mode: percentage === null ? 'ALEATORIO' : 'PORCENTAGEM' }),
    ),
  }));

export function chiSquare(counts: ArrayLike<number>, expected: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < counts.length; j++) sum += (counts[j]! - expected[j]!) ** 2 / expected[j]!;
  return sum;
}

/** How many of the values are 0, 1, 2, ... */
export function tally(values: Iterable<number>, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const value of values) counts[value]! += 1;
  return counts;
}

/** The statistic of so many degrees of freedom that pure chance exceeds once in ten thousand times (Wilson and Hilferty). */
export function critical(degrees: number): number {
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + 3.719 * Math.sqrt(spread)) ** 3;
}
