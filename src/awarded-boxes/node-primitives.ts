import { createCipheriv } from 'node:crypto';
import { NOBLE, type Primitives } from '../proof/box-random.js';

const COUNTER_BYTES = 16;

/** Noble's HMAC, which is faster for short messages than a call of Node's each, and Node's AES, which is far faster for long streams. */
export const PRIMITIVES: Primitives = {
  hmac: (key) => NOBLE.hmac(key),
  keystream: (key, length) => createCipheriv('aes-256-ctr', key, Buffer.alloc(COUNTER_BYTES)).update(new Uint8Array(length)),
};
