import { sha256 } from '@noble/hashes/sha2.js';
import type { BoxPrize } from './box-prizes.js';
import { concat, utf8, uuidBytes } from './bytes.js';
import { createMac, uniformDraws } from './random.js';
import { type Span, validOrdinals } from './winning-ordinals.js';

const LABEL = utf8('raffle-gateway close v2');
const FEDERAL_LABEL = 'raffle-gateway federal v1';
const FEDERAL_RESULTS = 5;

/** `unit` is 0 for a quota prize. */
export interface CloseWin {
  prizeId: string;
  unit: number;
  ordinal: number;
}

/** Prizes in order of creation; a `prize` is its place in it. */
export interface Close {
  raffleId: string;
  /** 32 bytes. */
  manifestHash: Uint8Array;
  allocated: number;
  voided: readonly Span[];
  boxPrizes: readonly Pick<BoxPrize, 'id' | 'mode' | 'quantity' | 'isLocked'>[];
  quotaPrizes: readonly { id: string }[];
  /** The prizes of TO_CLOSE leaves. */
  sentToClose: ReadonlySet<string>;
  /** Of blocks that are void now too. `first` is that of the block. */
  boxWins: readonly { first: number; prize: number; unit: number }[];
  quotaPrizeWins: readonly { ordinal: number; prize: number }[];
  /** 32 bytes that nobody knew before the freeze. */
  key: Uint8Array;
}

/** The close key of a raffle drawn by the federal lottery. `RangeError` for other than five results. */
export function federalCloseKey(results: readonly string[]): Uint8Array {
  if (results.length !== FEDERAL_RESULTS || !results.every((result) => /^\d+$/.test(result))) {
    throw new RangeError('The federal lottery has five results of digits');
  }
  return sha256(utf8(FEDERAL_LABEL + results.join('-')));
}

/** Units that take some milliseconds. */
const UNITS_A_STEP = 1024;

/** As README.md describes, in its order. */
export function closePrizes(close: Close): CloseWin[] {
  const steps = closeInSteps(close);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** In steps of some milliseconds, so that the caller can do other work between them. */
export function* closeInSteps(close: Close): Generator<void, CloseWin[]> {
  const { raffleId, manifestHash, allocated, voided, boxPrizes, quotaPrizes, sentToClose } = close;
  const valid = validOrdinals(allocated, voided);
  const closed: CloseWin[] = [];
  if (valid.count === 0) return closed;
  const mac = createMac(close.key);
  const prefix = concat(LABEL, uuidBytes(raffleId), manifestHash);
  const drawOf = (prizeId: string) => {
    const rank = uniformDraws(mac, prefix, uuidBytes(prizeId));
    return (unit: number): void => {
      closed.push({ prizeId, unit, ordinal: valid.atRank(rank(unit, valid.count)) });
    };
  };

  const won = boxPrizes.map(() => new Map<number, 'LIVE' | 'VOID'>());
  for (const { first, prize, unit } of close.boxWins) won[prize]!.set(unit, valid.has(first) ? 'LIVE' : 'VOID');
  for (const [prize, { id, mode, quantity, isLocked }] of boxPrizes.entries()) {
    // A rolled unit that no box won was never promised, unless its prize is at the close.
    const isPromised = mode === 'ALEATORIO' || isLocked || sentToClose.has(id);
    const draw = drawOf(id);
    for (let unit = 0; unit < quantity; unit++) {
      if (unit % UNITS_A_STEP === 0) yield;
      const fate = won[prize]!.get(unit);
      if (fate === 'VOID' || (fate === undefined && isPromised)) draw(unit);
    }
  }

  const held = new Set(close.quotaPrizeWins.filter(({ ordinal }) => valid.has(ordinal)).map(({ prize }) => prize));
  for (const [prize, { id }] of quotaPrizes.entries()) {
    if (prize % UNITS_A_STEP === 0) yield;
    if (!held.has(prize)) drawOf(id)(0);
  }
  return closed;
}
