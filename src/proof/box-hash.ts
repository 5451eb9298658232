import { sha256 } from '@noble/hashes/sha2.js';
import type { Combo } from './box-combos.js';
import type { BoxPrize } from './box-prizes.js';
import { toHex, utf8 } from './bytes.js';

/** A prize with all that is told of it before the sale. */
export interface PublishedPrize extends BoxPrize {
  title: string;
  /** BRL, decimal with two places: "150.00". */
  prize: string;
}

/**
 * The hash of a raffle's boxes and combos that is published before its first sale, in hexadecimal: SHA-256 of one JSON text without
 * spaces, as `JSON.stringify` writes it, with the keys in the order of below. Prizes are in order of creation; combos are put in order.
 */
export function boxesHash(prizes: readonly PublishedPrize[], combos: readonly Combo[], cumulative: boolean): string {
  const text = JSON.stringify({
    boxes: prizes.map(({ id, title, quantity, prize, mode, percentage, releaseAt, isLocked }) => ({
      id,
      title,
      quantity,
      prize,
      mode,
      percentage,
      releaseAt,
      isLocked,
    })),
    combos: combos
      .map(({ quantityTitles, quantityBoxes }) => ({ quantityTitles, quantityBoxes }))
      .sort((a, b) => a.quantityTitles - b.quantityTitles),
    cumulative,
  });
  return toHex(sha256(utf8(text)));
}
