import { createCipheriv, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { refuse } from '../platform/domain-error.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { checkSecret, HKDF_SALT, KEY_BYTES, type Permutation, permutationOf } from '../proof/permutation.js';
import { placeQuotaPrizes } from '../proof/quota-prizes.js';
import { firstFrom } from '../proof/random.js';
import { type PlacesRow, selectPlaces } from './lucky-number.sql.js';

/** As in proof/permutation.ts, with Node's HKDF. */
export function derivePermutationKey(raffleSecret: Buffer, raffleId: string): Buffer {
  checkSecret(raffleSecret);
  return Buffer.from(hkdfSync('sha256', raffleSecret, HKDF_SALT, raffleId, KEY_BYTES));
}

export function createPermutation(key: Buffer, size: number): Permutation {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return permutationOf(size, (blocks) => cipher.update(blocks));
}

const MAX_AGE_MS = 60_000;
const MAX_PERMUTATIONS = 500;
/** Each may have ten thousand prizes, some megabytes. */
const MAX_PLACED = 50;

export interface PrizePlaces {
  between(first: number, end: number): string[];
}

export interface Permutations {
  /** `changes`: of quota prizes. Numbers that are assigned stay right when it or `size` changes. NOT_FOUND. */
  get(raffleId: string, size: number, changes: number): Permutation | Promise<Permutation>;
  /** The raffle must be locked by the transaction `sql`, which reads what is not cached. */
  placesOf(raffleId: string, changes: number, sql: Sql): PrizePlaces | Promise<PrizePlaces>;
  /** Prepares the places for the next sale: thousands of quota prizes take a tenth of a second. */
  warm(raffleId: string, counter: { quotaPrizes: number; quotaPrizeChanges: number }): void;
  /** Waits for `warm`, so that a lock on the raffle need not. */
  underWay(raffleId: string): void | Promise<void>;
}

type Placed = PrizePlaces & { permutation: Permutation | undefined };

/** Permutations hold a key schedule. The places of quota prizes never change for one count of changes. */
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
      // Shared loads may need a connection while this transaction holds one.
      return known.get(key) ?? load(sql, raffleId, key);
    },
    warm(raffleId, { quotaPrizes, quotaPrizeChanges }) {
      if (quotaPrizes === 0) return;
      const asked = placedOf(raffleId, quotaPrizeChanges);
      // The caller that needs it asks again and gets the error.
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

/** No permutation without quota prizes: then the quantity may still change. */
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
