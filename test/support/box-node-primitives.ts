import { createCipheriv, createHmac } from 'node:crypto';
import type { Primitives } from '../../src/proof/box-random.js';

/** The primitives of boxes by Node's own cryptography. */
export const NODE: Primitives = {
  hmac: (key) => (message) => createHmac('sha256', key).update(message).digest(),
  keystream: (key, length) => createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length)),
};
