import { type BoxPrize, releaseOrdinal } from './box-prizes.js';
import { NOBLE, type Primitives, uniformDraws } from './box-random.js';
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

/** By prize: the exits of ALEATORIO ones, else null. They follow from the seed alone, so a raffle's are computed once and kept. */
export function exitsOf({ raffleId, quotas, seed, prizes }: BoxRaffle, primitives: Primitives = NOBLE): (PrizeExits | null)[] {
  const mac = primitives.hmac(seed);
  return prizes.map((prize) => {
    if (prize.mode === 'PORCENTAGEM') return null;
    const draw = uniformDraws(mac, UNITS_LABEL, uuidBytes(raffleId), uuidBytes(prize.id));
    const start = Math.min(quotas - 1, releaseOrdinal(prize.releaseAt, quotas));
    const keys = Float64Array.from({ length: prize.quantity }, (_, unit) => (start + draw(unit, quotas - start)) * UNITS + unit);
    keys.sort();
    return {
      ordinals: Uint32Array.from(keys, (key) => Math.floor(key / UNITS)),
      units: Uint32Array.from(keys, (key) => key % UNITS),
    };
  });
}
