import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import { notFound } from '../platform/domain-error.js';
import { createSnapshots } from '../platform/snapshots.js';
import { selectSecret } from './lucky-number.sql.js';
import type { Permutation } from '../proof/permutation.js';
import { createPermutation, derivePermutationKey } from './permutation.js';

const MAX_AGE_MS = 60_000;
const MAX_PERMUTATIONS = 500;

/** Raffles' permutations: from ordinals to lucky numbers and back. */
export interface Permutations {
  /** Of a raffle with so many quotas, as the caller read it: it may change until the first sale. NOT_FOUND for no raffle. */
  get(raffleId: string, size: number): Permutation | Promise<Permutation>;
}

/** Opens raffles' secrets and keeps their permutations, which hold a key schedule and no numbers. */
export function createPermutations({ db, config }: Pick<App, 'db' | 'config'>): Permutations {
  const permutations = createSnapshots({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_PERMUTATIONS,
    load: async (key) => {
      const [raffleId = '', size] = key.split(':');
      const [raffle] = await db.query(selectSecret, [raffleId]);
      if (!raffle) throw notFound('raffle');
      return createPermutation(derivePermutationKey(unseal(config.encryptionKeys, raffle.sealedSecret), raffleId), Number(size));
    },
  });
  return { get: (raffleId, size) => permutations.get(`${raffleId}:${size}`) };
}
