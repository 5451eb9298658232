import { constantTimeEqual } from './crypto.js';

/** Whether what a caller gave is the secret, compared in constant time. An empty secret is nobody's. */
export function isSameSecret(given: unknown, secret: string): boolean {
  return typeof given === 'string' && secret !== '' && constantTimeEqual(given, secret);
}
