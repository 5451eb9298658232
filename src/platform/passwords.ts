import { hash, verify } from '@node-rs/argon2';
import { createKeyedSemaphore } from './keyed-semaphore.js';
import { refuse } from './domain-error.js';

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes. Argon2id is the library's default. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Salt and digest are zeros. Verifying against it takes as long as against a real one. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export function hashPassword(password: string): Promise<string> {
  return semaphore.run(['hashing'], () => hash(normalized(password), ARGON2));
}

/** Without a hash (no such account) the answer is no, after the same time. UNAVAILABLE when too many wait, or too long. */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return semaphore.run(['hashing'], () => verify(passwordHash ?? NOBODYS_HASH, normalized(password)));
}

/** "ã" may be one character or two (NIST SP 800-63B, 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/** Hashing runs on libuv's four threads, which files and DNS need too. */
const semaphore = createKeyedSemaphore({
  atOnce: 2,
  maxWaiting: 100,
  maxWaitMs: 5_000,
  refusal: () => refuse('platform.tooManyLogins'),
});
