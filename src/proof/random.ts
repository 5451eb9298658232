import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex } from './bytes.js';

/** HMAC-SHA256. The next call overwrites the returned 32 bytes. */
export type Mac = (message: Uint8Array) => Uint8Array;

/** Hashes the key's two blocks once, which halves the work for short messages. */
export function createMac(key: Uint8Array): Mac {
  const keyed = hmac.create(sha256, key);
  const scratch = keyed.clone();
  const digest = new Uint8Array(32);
  return (message) => {
    keyed._cloneInto(scratch).update(message).digestInto(digest);
    return digest;
  };
}

/** Of a round, by its signature in hexadecimal: 32 bytes. */
export function randomnessOf(signature: string): Uint8Array {
  return sha256(fromHex(signature));
}

/** Hundredths of a percent. */
export const OUTCOMES = 10_000;

const ALL_64_BITS = 2n ** 64n;

export function uniform(range: number, digestOf: (attempt: number) => Uint8Array): number {
  const modulus = BigInt(range);
  const limit = (ALL_64_BITS / modulus) * modulus;
  for (let attempt = 0; ; attempt++) {
    const digest = digestOf(attempt);
    const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
    if (value < limit) return Number(value % modulus);
  }
}

/** The draws of README.md, by index. */
export function uniformDraws(mac: Mac, ...prefix: Uint8Array[]): (index: number, range: number) => number {
  const message = concat(...prefix, new Uint8Array(8));
  const coordinates = new DataView(message.buffer, message.length - 8);
  return (index, range) => {
    coordinates.setUint32(0, index);
    return uniform(range, (attempt) => {
      coordinates.setUint32(4, attempt);
      return mac(message);
    });
  };
}

/** The index of the first value that is at least `least`. */
export function firstFrom(values: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of that rank among those not in `taken`, which is ascending and gains it. */
export function takeFree(taken: number[], rank: number): number {
  // Below taken[j] there are taken[j] - j free ones.
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (taken[middle]! - middle > rank) high = middle;
    else low = middle + 1;
  }
  taken.splice(low, 0, rank + low);
  return rank + low;
}
