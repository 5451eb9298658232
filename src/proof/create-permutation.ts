import { ecb } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.js';
import { checkKey, checkSecret, HKDF_SALT, KEY_BYTES, permutationOf, type Permutation } from './permutation.js';

/**
 * The permutation key of a raffle, 16 bytes: HKDF-SHA256 (RFC 5869) with the raffle's secret (16 bytes or more) as input
 * key material, the ASCII text `raffle-gateway lucky numbers v1` as salt and the raffle's id, in UTF-8 as the API
 * prints it, as info. Once the secret is revealed anybody can derive it again. Throws `RangeError` for a shorter secret.
 */
export function derivePermutationKey(raffleSecret: Uint8Array, raffleId: string): Uint8Array {
  checkSecret(raffleSecret);
  return hkdf(sha256, raffleSecret, utf8(HKDF_SALT), utf8(raffleId), KEY_BYTES);
}

/** The lucky numbers' permutation with an AES that runs anywhere. Throws `RangeError` for another size or key length. */
export function createPermutation(key: Uint8Array, size: number): Permutation {
  checkKey(key);
  // One of the library's ciphers encrypts once.
  return permutationOf(size, (blocks) => ecb(key, { disablePadding: true }).encrypt(blocks));
}
