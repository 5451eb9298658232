import { unsafe } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, utf8 } from './bytes.js';

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

/** Hundredths of a percent. */
export const OUTCOMES = 10_000;

const BOXES_LABEL = utf8('raffle-gateway boxes v1');
/** Values from this limit on would favour small rolls. */
const ROLL_LIMIT = Math.floor(2 ** 32 / OUTCOMES) * OUTCOMES;

/** The rolls of boxes. One key a raffle, because a key a block would cost as much as twelve boxes. */
export function boxRolls(mac: Mac, raffle: Uint8Array): (first: number, box: number) => number {
  const key = unsafe.expandKeyLE(mac(concat(BOXES_LABEL, raffle)));
  return (first, box) => {
    const { s0, s1, s2, s3 } = unsafe.encrypt(key, 0, 0, swapped(first), swapped(box));
    return rollOf(swapped(s0), swapped(s1), swapped(s2), swapped(s3));
  };
}

/** The last one is used with a probability below 10^-22. */
export function rollOf(a: number, b: number, c: number, d: number): number {
  if (a < ROLL_LIMIT) return a % OUTCOMES;
  if (b < ROLL_LIMIT) return b % OUTCOMES;
  return (c < ROLL_LIMIT ? c : d) % OUTCOMES;
}

/** The cipher is little-endian. */
function swapped(value: number): number {
  return ((value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0;
}

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

/** Counted things in groups; `take` removes the thing with a rank. A Fenwick tree: a take costs log2(groups) steps. */
export function createRanks(counts: Float64Array): { take(rank: number): { group: number; rest: number } } {
  const size = counts.length;
  const tree = new Float64Array(size + 1);
  for (let i = 1; i <= size; i++) {
    tree[i]! += counts[i - 1]!;
    const above = i + (i & -i);
    if (above <= size) tree[above]! += tree[i]!;
  }
  const top = 2 ** Math.floor(Math.log2(Math.max(1, size)));

  return {
    take(rank) {
      let group = 0;
      let rest = rank;
      for (let step = top; step > 0; step >>= 1) {
        if (group + step > size || tree[group + step]! > rest) continue;
        group += step;
        rest -= tree[group]!;
      }
      for (let i = group + 1; i <= size; i += i & -i) tree[i]! -= 1;
      return { group, rest };
    },
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
