import { hash, type Options, verify } from '@node-rs/argon2';
import { createFairQueue } from './fair-queue.js';
import { refuse } from './domain-error.js';

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes. Argon2id is the library's default. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Salt and digest are zeros. Verifying against it takes as long as against a real one. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * For whom the work is, such as an account and an address: many of one make nobody else wait. UNAVAILABLE when too many wait, or
 * too long.
 */
type Whose = readonly string[];

/** With the salt of `like`, a hash of another account of the same phone: `findOfPassword` then computes once for both. */
export function hashPassword(password: string, whose: Whose = [], like?: string | null): Promise<string> {
  const salted = like == null ? ARGON2 : settingsOf(like);
  return queue.run(whose, () => hash(normalized(password), salted));
}

/** Without a hash (no such account) the answer is no, after the same time. */
export function verifyPassword(passwordHash: string | null | undefined, password: string, whose: Whose = []): Promise<boolean> {
  return queue.run(whose, () => verify(passwordHash ?? NOBODYS_HASH, normalized(password)));
}

/** The first hash that is of the password. Hashes with one salt take as long as one: the time must not show how many there are. */
export async function findOfPassword(hashes: readonly string[], password: string, whose: Whose): Promise<string | undefined> {
  if (hashes.length === 0) await verifyPassword(null, password, whose);
  for (const like of new Map(hashes.map((one) => [saltOf(one), one])).values()) {
    const made = await hashPassword(password, whose, like);
    if (hashes.includes(made)) return made;
  }
  return undefined;
}

/** With the settings: all but the digest. */
function saltOf(passwordHash: string): string {
  return passwordHash.slice(0, passwordHash.lastIndexOf('$'));
}

function settingsOf(passwordHash: string): Options {
  const [, memoryCost, timeCost, parallelism, salt] = /\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$/.exec(passwordHash) ?? [];
  const [memory, time, threads] = [memoryCost, timeCost, parallelism].map(Number);
  return { memoryCost: memory!, timeCost: time!, parallelism: threads!, salt: Buffer.from(salt!, 'base64') };
}

/** "ã" may be one character or two (NIST SP 800-63B, 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/** Hashing runs on libuv's four threads, which files and DNS need too. */
const queue = createFairQueue({
  atOnce: 2,
  maxWaiting: 100,
  maxWaitMs: 5_000,
  refusal: () => refuse('platform.tooManyLogins'),
});
