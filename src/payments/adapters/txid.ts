import { randomBytes } from 'node:crypto';
import type { AdapterName } from './adapter.js';

/**
 * A fresh reference of a charge, from cryptographically random bytes, as hexadecimal digits: 25 of them (100 bits) for a
 * static code, whose field is no longer, and 32 (128 bits) for the others: API Pix takes 26 to 35 letters and digits, and what
 * Paggue and Pay2m call the external reference is a text of our choice. Unique without asking anybody, and not to be guessed
 * from another.
 */
export function newTxid(adapter: AdapterName): string {
  return adapter === 'static' ? randomBytes(13).toString('hex').slice(0, 25) : randomBytes(16).toString('hex');
}
