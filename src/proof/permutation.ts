import { ecb } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.js';

const MAX_SIZE = 10_000_000;
export const KEY_BYTES = 16;
export const HKDF_SALT = 'raffle-gateway lucky numbers v1';
const MIN_SECRET_BYTES = 16;

const ROUNDS = 10;
const BLOCK_BYTES = 16;
// Bounds the memory of a call (64 KiB a buffer).
const CHUNK = 4096;

export interface Range {
  firstOrdinal: number;
  count: number;
}

/** One value alone (`numberOf`, `ordinalOf`) costs about twenty times as much as in a batch. `RangeError` outside [0, size). */
export type Permutation = {
  readonly size: number;
  numbersOf(firstOrdinal: number, count: number): Uint32Array;
  numbersOfRanges(ranges: readonly Range[]): Uint32Array[];
  numberOf(ordinal: number): number;
  ordinalsOf(numbers: ArrayLike<number>): Uint32Array;
  ordinalOf(number: number): number;
};

export function checkSecret(raffleSecret: Uint8Array): void {
  if (raffleSecret.length < MIN_SECRET_BYTES) throw new RangeError(`A raffle's secret has at least ${MIN_SECRET_BYTES} bytes`);
}

/** Of whole blocks, without padding. The next call reuses the returned array. */
export type EncryptBlocks = (blocks: Uint8Array) => Uint8Array;

/** P of README.md: a Feistel cipher with cycle walking. `RangeError` for a size outside 1 to 10,000,000. */
export function permutationOf(size: number, encryptBlocks: EncryptBlocks): Permutation {
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE) throw new RangeError(`A size is an integer from 1 to ${MAX_SIZE}`);

  const a = Math.ceil(Math.sqrt(size));
  const b = Math.ceil(size / a);

  function walk(values: Uint32Array, direction: 'forward' | 'backward'): void {
    const left = new Int32Array(values.length);
    const right = new Int32Array(values.length);
    for (let j = 0; j < values.length; j++) {
      left[j] = Math.floor(values[j]! / b);
      right[j] = values[j]! % b;
    }
    const blocks = new Uint8Array(values.length * BLOCK_BYTES);
    const view = new DataView(blocks.buffer);
    for (let at = 8; at < blocks.length; at += BLOCK_BYTES) view.setUint32(at, size);

    for (let step = 0; step < ROUNDS; step++) {
      const round = direction === 'forward' ? step : ROUNDS - 1 - step;
      const [changed, other, modulus] = round % 2 === 0 ? [left, right, a] : [right, left, b];
      for (let j = 0, at = 12; j < other.length; j++, at += BLOCK_BYTES) view.setUint32(at, round * 0x1000000 + other[j]!);
      addResidues(changed, encryptBlocks(blocks), modulus, direction === 'forward' ? 1 : -1);
    }
    for (let j = 0; j < values.length; j++) values[j] = left[j]! * b + right[j]!;
  }

  function permute(values: Uint32Array, direction: 'forward' | 'backward'): Uint32Array {
    for (let start = 0; start < values.length; start += CHUNK) {
      const chunk = values.subarray(start, start + CHUNK);
      walk(chunk, direction);
      // At most a - 1 of the a * b values are outside, so few go round again.
      for (let outside = indexesOutside(chunk, size); outside.length > 0;) {
        const again = Uint32Array.from(outside, (index) => chunk[index]!);
        walk(again, direction);
        again.forEach((value, at) => {
          chunk[outside[at]!] = value;
        });
        outside = outside.filter((index) => chunk[index]! >= size);
      }
    }
    return values;
  }

  function checkInside(value: number, what: string): void {
    if (!isInside(value, size)) throw new RangeError(`${what} is an integer from 0 to ${size - 1}`);
  }

  function numbersOfRanges(ranges: readonly Range[]): Uint32Array[] {
    const ordinals = new Uint32Array(ranges.reduce((sum, { count }) => sum + Math.max(0, count), 0));
    let at = 0;
    for (const { firstOrdinal, count } of ranges) {
      if (!Number.isInteger(count) || count < 0) throw new RangeError('A count is an integer from 0');
      if (count === 0) continue;
      checkInside(firstOrdinal, 'An ordinal');
      checkInside(firstOrdinal + count - 1, 'An ordinal');
      for (let j = 0; j < count; j++) ordinals[at++] = firstOrdinal + j;
    }
    const numbers = permute(ordinals, 'forward');
    let start = 0;
    return ranges.map(({ count }) => numbers.subarray(start, (start += count)));
  }

  function ordinalsOf(numbers: ArrayLike<number>): Uint32Array {
    for (let j = 0; j < numbers.length; j++) checkInside(numbers[j]!, 'A number');
    return permute(Uint32Array.from(numbers), 'backward');
  }

  return permutationBy(size, numbersOfRanges, ordinalsOf);
}

export function permutationBy(
  size: number,
  numbersOfRanges: Permutation['numbersOfRanges'],
  ordinalsOf: Permutation['ordinalsOf'],
): Permutation {
  const numbersOf = (firstOrdinal: number, count: number): Uint32Array => numbersOfRanges([{ firstOrdinal, count }])[0]!;
  return {
    size,
    numbersOf,
    numbersOfRanges,
    numberOf: (ordinal) => numbersOf(ordinal, 1)[0]!,
    ordinalsOf,
    ordinalOf: (number) => ordinalsOf([number])[0]!,
  };
}

// (high * 2^32 + low) mod m from parts that stay below 2^53, since m < 2^12.
function addResidues(halves: Int32Array, output: Uint8Array, modulus: number, sign: 1 | -1): void {
  const view = new DataView(output.buffer, output.byteOffset, output.length);
  const highWeight = 2 ** 32 % modulus;
  for (let j = 0, at = 0; j < halves.length; j++, at += BLOCK_BYTES) {
    const residue = ((view.getUint32(at) % modulus) * highWeight + view.getUint32(at + 4)) % modulus;
    halves[j] = (halves[j]! + sign * residue + modulus) % modulus;
  }
}

function indexesOutside(values: Uint32Array, size: number): number[] {
  const indexes: number[] = [];
  for (let j = 0; j < values.length; j++) if (values[j]! >= size) indexes.push(j);
  return indexes;
}

/** As printed: with 100 quotas 7 is `07`. `RangeError` outside [0, size). */
export function formatLuckyNumber(number: number, size: number): string {
  if (!isInside(number, size)) throw new RangeError(`A number is an integer from 0 to ${size - 1}`);
  return String(number).padStart(widthOf(size), '0');
}

/** Undefined for any other text. */
export function parseLuckyNumber(text: string, size: number): number | undefined {
  if (text.length !== widthOf(size) || !/^\d+$/.test(text)) return undefined;
  const number = Number(text);
  return number < size ? number : undefined;
}

function isInside(value: number, size: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < size;
}

function widthOf(size: number): number {
  return String(size - 1).length;
}

/** 16 bytes. The raffle's id is as the API prints it. `RangeError` for a short secret. */
export function derivePermutationKey(raffleSecret: Uint8Array, raffleId: string): Uint8Array {
  checkSecret(raffleSecret);
  return hkdf(sha256, raffleSecret, utf8(HKDF_SALT), utf8(raffleId), KEY_BYTES);
}

/** With an AES that runs anywhere. `RangeError` for another length of the key. */
export function createPermutation(key: Uint8Array, size: number): Permutation {
  if (key.length !== KEY_BYTES) throw new RangeError(`A permutation key has ${KEY_BYTES} bytes`);
  // A cipher object of the library encrypts only once.
  return permutationOf(size, (blocks) => ecb(key, { disablePadding: true }).encrypt(blocks));
}
