import { ctr } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, u32, utf8 } from './bytes.js';

/** HMAC-SHA256 under one key: 32 bytes of a message. Neither side keeps the other's bytes: the next call may write over both. */
export type Mac = (message: Uint8Array) => Uint8Array;

/** What boxes need of cryptography. Noble's are the default; who has faster ones hands them in, and the answers are the same. */
export interface Primitives {
  hmac(key: Uint8Array): Mac;
  /** The first `length` bytes of AES-256-CTR over zeros, from a counter block of 16 zero bytes. */
  keystream(key: Uint8Array, length: number): Uint8Array;
}

export const NOBLE: Primitives = {
  hmac(key) {
    // The key's own two blocks are hashed once, which is half of the work of a short message.
    const keyed = hmac.create(sha256, key);
    const scratch = keyed.clone();
    const digest = new Uint8Array(32);
    return (message) => {
      keyed._cloneInto(scratch).update(message).digestInto(digest);
      return digest;
    };
  },
  keystream: (key, length) => ctr(key, new Uint8Array(16)).encrypt(new Uint8Array(length)),
};

/** How many outcomes a roll has: hundredths of a percent. */
export const OUTCOMES = 10_000;

const BOXES_LABEL = utf8('raffle-gateway boxes v1');
const BYTES_A_BOX = 16;
/** The multiples of 10,000 below 2^32; what is not below would favour small rolls. */
const ROLL_LIMIT = Math.floor(2 ** 32 / OUTCOMES) * OUTCOMES;

/**
 * The rolls of a block's boxes, each uniform over [0, 10,000), by box index. The stream's key is the seed's HMAC of "raffle-gateway boxes v1",
 * the raffle's 16 bytes and the block's first ordinal. A box reads four numbers of 4 bytes and takes the first one below the limit;
 * that none is has a probability below 10^-22, and then the last one serves.
 */
export function blockRolls(
  mac: Mac,
  keystream: Primitives['keystream'],
  raffle: Uint8Array,
  first: number,
  boxes: number,
): (box: number) => number {
  const stream = keystream(mac(concat(BOXES_LABEL, raffle, u32(first))), BYTES_A_BOX * boxes);
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  return (box) => {
    const at = BYTES_A_BOX * box;
    for (let next = at; next < at + BYTES_A_BOX; next += 4) {
      const value = view.getUint32(next);
      if (value < ROLL_LIMIT) return value % OUTCOMES;
    }
    return view.getUint32(at + BYTES_A_BOX - 4) % OUTCOMES;
  };
}

const ALL_64_BITS = 2n ** 64n;

/**
 * Draws by index, each uniform over [0, range): of the HMACs of the prefix, the index and t = 0, 1, 2, ... (4 bytes each) the first one
 * whose first 8 bytes, as an integer, lie below the greatest multiple of the range up to 2^64; it mod the range.
 */
export function uniformDraws(mac: Mac, ...prefix: Uint8Array[]): (index: number, range: number) => number {
  const message = concat(...prefix, new Uint8Array(8));
  const coordinates = new DataView(message.buffer, message.length - 8);
  return (index, range) => {
    const size = BigInt(range);
    const limit = ALL_64_BITS - (ALL_64_BITS % size);
    coordinates.setUint32(0, index);
    for (let attempt = 0; ; attempt++) {
      coordinates.setUint32(4, attempt);
      const digest = mac(message);
      const value = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
      if (value < limit) return Number(value % size);
    }
  };
}
