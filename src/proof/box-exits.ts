import { type BoxPrize, releaseOrdinal } from './box-prizes.js';
import { createMac, uniformDraws } from './box-random.js';
import { utf8, uuidBytes } from './bytes.js';

/** A raffle whose boxes are decided. */
export interface BoxRaffle {
  /** A UUID in small letters. */
  raffleId: string;
  /** Quotas of the raffle; the ordinals sold are [0, quotas). */
  quotas: number;
  /** 32 bytes, secret until the draw. */
  seed: Uint8Array;
  /** In order of creation. */
  prizes: readonly BoxPrize[];
}

/** The units of an ALEATORIO prize in the order they leave: by exit ordinal, then by unit. Eight bytes a unit. */
export interface PrizeExits {
  ordinals: Uint32Array;
  units: Uint32Array;
}

const UNITS_LABEL = utf8('raffle-gateway units v1');
/** More than a prize has units: an exit ordinal times this plus the unit is one exact number to sort by. */
const UNITS = 2 ** 20;

/** Units a step computes, in about three milliseconds. */
const UNITS_A_STEP = 1024;

/** By prize: the exits of ALEATORIO ones, else null. They follow from the seed alone, so a raffle's are computed once and kept. */
export function exitsOf(raffle: BoxRaffle): (PrizeExits | null)[] {
  const steps = exitsInSteps(raffle);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same for who has other things to do meanwhile: between two steps of some milliseconds the caller may wait. */
export function* exitsInSteps({ raffleId, quotas, seed, prizes }: BoxRaffle): Generator<void, (PrizeExits | null)[]> {
  const mac = createMac(seed);
  const exits: (PrizeExits | null)[] = prizes.map(() => null);
  for (const [index, { id, mode, quantity, releaseAt }] of prizes.entries()) {
    if (mode === 'PORCENTAGEM') continue;
    const draw = uniformDraws(mac, UNITS_LABEL, uuidBytes(raffleId), uuidBytes(id));
    const start = Math.min(quotas - 1, releaseOrdinal(releaseAt, quotas));
    const keys = new Float64Array(quantity);
    for (let unit = 0; unit < quantity; unit++) {
      if (unit % UNITS_A_STEP === 0) yield;
      keys[unit] = (start + draw(unit, quotas - start)) * UNITS + unit;
    }
    keys.sort();
    exits[index] = inOrder(keys);
  }
  return exits;
}

function inOrder(keys: Float64Array): PrizeExits {
  const ordinals = new Uint32Array(keys.length);
  const units = new Uint32Array(keys.length);
  for (let rank = 0; rank < keys.length; rank++) {
    ordinals[rank] = Math.floor(keys[rank]! / UNITS);
    units[rank] = keys[rank]! % UNITS;
  }
  return { ordinals, units };
}
