import { createCipheriv, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import { refuse } from '../platform/domain-error.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { createInstantNumbers } from '../proof/instant-numbers.js';
import { checkSecret, HKDF_SALT, KEY_BYTES, type Permutation, permutationOf } from '../proof/permutation.js';
import { type NumbersRow, selectInstantNumbers } from './lucky-number.sql.js';

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
/** Each may have ten thousand prizes, some hundred kilobytes. */
const MAX_INSTANT = 100;

export interface Permutations {
  /** Of all ordinals; where there are quota prizes, at least of those below `decidedTo`. NOT_FOUND. */
  get(raffleId: string, raffle: NumbersRow): Permutation | Promise<Permutation>;
}

interface InstantNumbers {
  decidedTo: number;
  numbers: Permutation;
}

/** Permutations hold a key schedule. Numbers of decided ordinals never change. */
export function createPermutations({ db, config }: Pick<App, 'db' | 'config'>): Permutations {
  const plain = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_PERMUTATIONS,
    load: async (key) => {
      const [raffleId = '', size] = key.split(':');
      const raffle = await db.prisma.raffle.findUnique({ where: { id: raffleId }, select: { sealedSecret: true } });
      if (!raffle) throw refuse('raffles.notFound');
      const secret = unseal(config.encryptionKeys, raffle.sealedSecret);
      return createPermutation(derivePermutationKey(secret, raffleId), Number(size));
    },
  });
  const instant = new LRUCache<string, InstantNumbers>({ max: MAX_INSTANT });

  async function readInstant(raffleId: string): Promise<Permutation> {
    const [row] = await db.query(selectInstantNumbers, [raffleId]);
    if (!row) throw refuse('raffles.notFound');
    const { size, decidedTo, prizes } = row;
    const unlisted = size - prizes.length;
    const numbers = createInstantNumbers({
      quotas: size,
      listed: prizes.map(([number]) => number),
      wins: prizes.flatMap(([number, ordinal]) => (ordinal === null ? [] : [{ ordinal, number }])),
      decided: decidedTo,
      plain: unlisted === 0 ? null : await plain.get(`${raffleId}:${unlisted}`),
    });
    instant.set(raffleId, { decidedTo, numbers });
    return numbers;
  }

  return {
    get(raffleId, { size, quotaPrizes, decidedTo }) {
      if (quotaPrizes === 0) return plain.get(`${raffleId}:${size}`);
      const known = instant.get(raffleId);
      // Before the first sale a raffle may get another size.
      return known?.numbers.size === size && known.decidedTo >= decidedTo ? known.numbers : readInstant(raffleId);
    },
  };
}
