import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { BoxPrize } from '../../src/proof/box-prizes.js';
import { createInstantDecider, type InstantDecider, type InstantRaffle } from '../../src/proof/instant-decider.js';
import { shareWithoutRoom } from '../../src/proof/quota-prize-room.js';
import type { ReferenceLeaf, ReferenceWins } from './instant-reference.js';

export const RAFFLE_ID = '123e4567-e12b-42d1-a456-426655440000';

export const prizeId = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

/** What no one knows before: as good as a beacon, and the same in each run. */
export const randomnessOf = (round: number | string): Uint8Array => createHash('sha256').update(`round ${round}`).digest();

export function boxPrize(index: number, fields: Partial<BoxPrize> = {}): BoxPrize {
  const percentage = fields.mode === 'PORCENTAGEM' ? 1_000 : null;
  return { id: prizeId(1_000_000 + index), quantity: 3, mode: 'ALEATORIO', percentage, releaseAt: 0, isLocked: false, ...fields };
}

export interface InstantPlan {
  raffle: InstantRaffle;
  leaves: ReferenceLeaf[];
}

type Act = { kind: 'sell'; count: number; boxes: number; round: number } | { kind: 'close'; prize: number };

const anyRelease = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }));
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      count: fc.integer({ min: 1, max: 20 }),
      boxes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 })),
      round: fc.integer({ min: 0, max: 2 ** 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), prize: fc.nat(15) }) },
);

/** Raffles with prizes of all ways, up to no plain number at all, prizes sent to the close, sold out or not. */
export const anyInstantPlan: fc.Arbitrary<InstantPlan> = fc
  .record({
    quotas: fc.integer({ min: 1, max: 120 }),
    quotaPrizes: fc.array(fc.record({ releaseAt: anyRelease, isLocked: fc.boolean() }), { maxLength: 120 }),
    boxPrizes: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 40 }),
        // Null: ALEATORIO. Six of them never exceed 10,000.
        percentage: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 1_666 })),
        releaseAt: anyRelease,
        isLocked: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    acts: fc.array(anyAct, { maxLength: 40, size: 'max' }),
  })
  .map(({ quotas, quotaPrizes, boxPrizes, acts }) => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas,
      quotaPrizes: withRoom(
        quotaPrizes.slice(0, quotas).map((prize, index) => ({ id: prizeId(index), ...prize })),
        quotas,
      ),
      boxPrizes: boxPrizes.map(({ percentage, ...fields }, index) =>
        boxPrize(index, { ...fields, percentage, mode: percentage === null ? 'ALEATORIO' : 'PORCENTAGEM' }),
      ),
    };
    return { raffle, leaves: leavesOf(raffle, acts) };
  });

/** The prizes for which no room is left are in play from the start. */
function withRoom(prizes: InstantRaffle['quotaPrizes'], quotas: number): InstantRaffle['quotaPrizes'] {
  const without = shareWithoutRoom(prizes, quotas, 0);
  if (without === null) return prizes;
  return withRoom(
    prizes.map((prize) => (prize.releaseAt === without ? { ...prize, releaseAt: 0 } : prize)),
    quotas,
  );
}

/** What the service would write: no sale beyond what is for sale, no lock that leaves no room. */
function leavesOf({ quotas, quotaPrizes, boxPrizes }: InstantRaffle, acts: readonly Act[]): ReferenceLeaf[] {
  const leaves: ReferenceLeaf[] = [];
  let prizes = [...quotaPrizes];
  const open = [...quotaPrizes, ...boxPrizes].filter(({ isLocked }) => !isLocked).map(({ id }) => id);
  let first = 0;
  for (const act of acts) {
    const forSale = quotas - prizes.filter(({ isLocked }) => isLocked).length;
    if (act.kind === 'sell') {
      const count = Math.min(act.count, forSale - first);
      if (count <= 0) continue;
      leaves.push({ type: 'BLOCK', first, count, boxes: act.boxes, randomness: randomnessOf(act.round) });
      first += count;
      continue;
    }
    const prizeId = open[act.prize % Math.max(1, open.length)];
    if (prizeId === undefined) continue;
    const locked = prizes.map((prize) => (prize.id === prizeId ? { ...prize, isLocked: true } : prize));
    const isSoldOut = first === forSale;
    if (isSoldOut || shareWithoutRoom(locked, quotas, first) !== null) continue;
    prizes = locked;
    open.splice(open.indexOf(prizeId), 1);
    leaves.push({ type: 'TO_CLOSE', prizeId });
  }
  return leaves;
}

export function decideAll({ raffle, leaves }: InstantPlan, decider = createInstantDecider(raffle)): ReferenceWins {
  const wins: ReferenceWins = { quotaPrizeWins: [], boxWins: [], toClose: [] };
  for (const leaf of leaves) decideLeaf(decider, leaf, wins);
  return wins;
}

export function decideLeaf(decider: InstantDecider, leaf: ReferenceLeaf, wins: ReferenceWins): void {
  if (leaf.type === 'TO_CLOSE') {
    decider.sendToClose(leaf.prizeId);
    return;
  }
  const { quotaPrizeWins, boxWins, toClose } = decider.decide(leaf, leaf.randomness);
  wins.quotaPrizeWins.push(...quotaPrizeWins);
  for (const { box, prize, unit } of boxWins) wins.boxWins.push({ first: leaf.first, box, prize, unit });
  wins.toClose.push(...toClose);
}

/** A raffle of quota prizes in play from the start; the first of them have the given shares. */
export function quotaPrizesOf(count: number, releases: readonly number[] = []): InstantRaffle['quotaPrizes'] {
  return Array.from({ length: count }, (_, index) => ({
    id: prizeId(index),
    releaseAt: releases[index] ?? 0,
    isLocked: false,
  }));
}
