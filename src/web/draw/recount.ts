import { fromHex, toHex } from '../../proof/bytes.js';
import type { Manifest } from '../../proof/draw-manifest.js';
import { randomnessOf } from '../../proof/random.js';
import { validOrdinals, winningOrdinals } from '../../proof/winning-ordinals.js';

export interface Recount {
  /** Of the round, in hexadecimal. */
  randomness: string;
  /** The quotas that take part. */
  quotas: number;
  /** By prize, counted from 0; undefined where no quota is left. */
  ordinals: readonly (number | undefined)[];
}

/** The draw once more, from what everybody sees. It verifies nothing: the check does that. */
export function recount(
  { signature, manifestHash }: { signature: string; manifestHash: string },
  { raffleId, allocated, voided, prizes }: Pick<Manifest, 'raffleId' | 'allocated' | 'voided' | 'prizes'>,
): Recount {
  const randomness = randomnessOf(signature);
  const drawn = winningOrdinals({ raffleId, allocated, voided, prizes, randomness, manifestHash: fromHex(manifestHash) });
  return { randomness: toHex(randomness), quotas: validOrdinals(allocated, voided).count, ordinals: drawn };
}
