import { randomUUID } from 'node:crypto';
import type { AdapterName } from './adapter.js';

/**
 * A fresh reference of a charge: the hexadecimal digits of a random UUID, all 32 (122 random bits), since API Pix takes 26 to
 * 35 letters and digits and what Paggue and Pay2m call the external reference is a text of our choice; of a static code the
 * last 25 (100 bits, but for two that are fixed), whose field is no longer. Unique without asking anybody, and not to be guessed
 * from another. Node draws the random bytes of many UUIDs at once.
 */
export function newTxid(adapter: AdapterName): string {
  const digits = randomUUID().replaceAll('-', '');
  return adapter === 'static' ? digits.slice(-25) : digits;
}
