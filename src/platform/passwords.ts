import { hash, verify } from '@node-rs/argon2';
import { createKeyedSemaphore } from './keyed-semaphore.js';
import { refuse } from './domain-error.js';

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. Argon2id is this library's own default. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Nobody's: its salt and digest are zeros. Verifying against it takes what a real one takes. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The argon2id hash of a password as a PHC string. UNAVAILABLE when too many wait already, or for too long. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), ARGON2));
}

/**
 * Whether this is the password. Without a hash (no such account) the answer is no, after the same time. UNAVAILABLE
 * when too many wait already, or for too long.
 */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash ?? NOBODYS_HASH, normalized(password)));
}

/** One keyboard types "ã" as one character, another as two (NIST SP 800-63B, 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/**
 * The threads hashing runs on are the process's own and few (libuv's four, which files and DNS need too), so the queue for them is
 * the process's as well.
 */
const semaphore = createKeyedSemaphore({
  atOnce: 2,
  maxWaiting: 100,
  maxWaitMs: 5_000,
  refusal: () => refuse('platform.tooManyLogins'),
});

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return semaphore.run(['hashing'], work);
}
