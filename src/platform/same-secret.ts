import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether what a caller gave is the secret; compared in constant time, through hashes since lengths differ. An empty secret is
 * nobody's.
 */
export function isSameSecret(given: unknown, secret: string): boolean {
  if (typeof given !== 'string' || secret === '') return false;
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest());
}
