import { createCipheriv, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { refuse } from '../platform/domain-error.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { checkSecret, HKDF_SALT, KEY_BYTES, type Permutation, permutationOf } from '../proof/permutation.js';
import { firstFrom, placeQuotaPrizes } from '../proof/quota-prizes.js';
import { type PlacesRow, selectPlaces } from './lucky-number.sql.js';

/**
 * The permutation key of a raffle as `proof/permutation.ts` states it, by Node's HKDF. Throws `RangeError` for a short
 * secret.
 */
export function derivePermutationKey(raffleSecret: Buffer, raffleId: string): Buffer {
  checkSecret(raffleSecret);
  return Buffer.from(hkdfSync('sha256', raffleSecret, HKDF_SALT, raffleId, KEY_BYTES));
}

/**
 * The lucky numbers' permutation as `proof/permutation.ts` states it, by Node's AES. Throws `RangeError` for another size or key
 * length.
 */
export function createPermutation(key: Buffer, size: number): Permutation {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return permutationOf(size, (blocks) => cipher.update(blocks));
}

const MAX_AGE_MS = 60_000;
const MAX_PERMUTATIONS = 500;
/** Each has up to ten thousand prizes, some megabytes. */
const MAX_PLACED = 50;

/** Where a raffle's quota prizes lie. */
export interface PrizePlaces {
  /** The ids of the prizes whose ordinals are in [first, end). */
  between(first: number, end: number): string[];
}

/** Raffles' permutations: from ordinals to lucky numbers and back. */
export interface Permutations {
  /**
   * Of a raffle with so many quotas and so many changes of its quota prizes, as the caller read them: both may change until the first
   * sale, and the changes later too. Numbers that were given by then are right. NOT_FOUND for no raffle.
   */
  get(raffleId: string, size: number, changes: number): Permutation | Promise<Permutation>;
  /** Of a raffle that is locked, which had so many changes. `sql` is the transaction that has the lock, and reads what is not known. */
  placesOf(raffleId: string, changes: number, sql: Sql): PrizePlaces | Promise<PrizePlaces>;
  /** Makes ready, meanwhile, what a sale of a raffle with quota prizes will ask for: with thousands of them it takes a tenth of a second. */
  warm(raffleId: string, counter: { quotaPrizes: number; quotaPrizeChanges: number }): void;
  /** Waits for what is being made ready of a raffle, so that a lock on it need not. */
  underWay(raffleId: string): void | Promise<void>;
}

type Placed = PrizePlaces & { permutation: Permutation | undefined };

/**
 * Opens raffles' secrets and keeps their permutations, which hold a key schedule and no numbers but those of quota prizes and what was
 * swapped with them. Those are kept by the count of changes: what is computed for one is true of it for ever.
 */
export function createPermutations({ db, config }: Pick<App, 'db' | 'config'>): Permutations {
  const keyOf = (sealed: Uint8Array, raffleId: string): Buffer =>
    derivePermutationKey(unseal(config.encryptionKeys, sealed), raffleId);
  const plain = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_PERMUTATIONS,
    load: async (key) => {
      const [raffleId = '', size] = key.split(':');
      const raffle = await db.prisma.raffle.findUnique({ where: { id: raffleId }, select: { sealedSecret: true } });
      if (!raffle) throw refuse('raffles.notFound');
      return createPermutation(keyOf(raffle.sealedSecret, raffleId), Number(size));
    },
  });
  const known = new LRUCache<string, Placed>({ max: MAX_PLACED });
  const loading = new Map<string, Promise<Placed>>();

  async function load(sql: Sql, raffleId: string, key: string): Promise<Placed> {
    const [raffle] = await sql.query(selectPlaces, [raffleId]);
    if (!raffle) throw refuse('raffles.notFound');
    const placed = placedBy(unseal(config.encryptionKeys, raffle.sealedSecret), raffleId, raffle);
    known.set(key, placed);
    return placed;
  }

  /** One load in flight a key, shared by all who ask meanwhile. */
  function placedOf(raffleId: string, changes: number): Placed | Promise<Placed> {
    const key = `${raffleId}:${changes}`;
    const found = known.get(key) ?? loading.get(key);
    if (found) return found;
    const asked = load(db, raffleId, key).finally(() => loading.delete(key));
    loading.set(key, asked);
    return asked;
  }

  return {
    async get(raffleId, size, changes) {
      const placed = changes === 0 ? undefined : await placedOf(raffleId, changes);
      return placed?.permutation ?? plain.get(`${raffleId}:${size}`);
    },
    placesOf(raffleId, changes, sql) {
      const key = `${raffleId}:${changes}`;
      // What others wait for may need a connection that is not there while this transaction has one.
      return known.get(key) ?? load(sql, raffleId, key);
    },
    warm(raffleId, { quotaPrizes, quotaPrizeChanges }) {
      if (quotaPrizes === 0) return;
      const asked = placedOf(raffleId, quotaPrizeChanges);
      // Whoever needs it asks again, and is told.
      if (asked instanceof Promise) asked.catch(() => undefined);
    },
    underWay(raffleId) {
      const found = [...loading].find(([key]) => key.startsWith(`${raffleId}:`));
      return found?.[1].then(
        () => undefined,
        () => undefined,
      );
    },
  };
}

/** Without a permutation where there is no prize that moves a number: the quantity may change then. */
function placedBy(secret: Buffer, raffleId: string, { size, prizes, log }: PlacesRow): Placed {
  if (prizes.length === 0) return { permutation: undefined, between: () => [] };
  const { permutation, ordinals } = placeQuotaPrizes(
    { raffleId, secret, permutation: createPermutation(derivePermutationKey(secret, raffleId), size) },
    prizes.map(([id, number, releaseAt, isLocked]) => ({ id, number, releaseAt, isLocked })),
    log.map(([ordinal, type, prizeId]) => ({ ordinal, type, prizeId })),
  );
  const inOrder = prizes.map(([id], i) => ({ id, ordinal: ordinals[i]! })).sort((one, other) => one.ordinal - other.ordinal);
  const ascending = Uint32Array.from(inOrder, ({ ordinal }) => ordinal);
  return {
    permutation,
    between: (first, end) => inOrder.slice(firstFrom(ascending, first), firstFrom(ascending, end)).map(({ id }) => id),
  };
}
