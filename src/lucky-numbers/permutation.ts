import { createCipheriv, hkdfSync } from 'node:crypto';
import { checkSecret, HKDF_SALT, KEY_BYTES, permutationOf, type Permutation } from '../proof/permutation.js';

/**
 * The permutation key of a raffle as `proof/create-permutation.ts` states it, by Node's HKDF. Throws `RangeError` for a short
 * secret.
 */
export function derivePermutationKey(raffleSecret: Buffer, raffleId: string): Buffer {
  checkSecret(raffleSecret);
  return Buffer.from(hkdfSync('sha256', raffleSecret, HKDF_SALT, raffleId, KEY_BYTES));
}

/**
 * The lucky numbers' permutation as `proof/permutation.ts` states it, by Node's AES. Throws `RangeError` for another size or key
 * length.
 */
export function createPermutation(key: Buffer, size: number): Permutation {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return permutationOf(size, (blocks) => cipher.update(blocks));
}
