import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import { notFound } from '../platform/domain-error.js';
import { createSnapshots, type Snapshots } from '../platform/snapshots.js';
import { selectPermutation } from './lucky-number.sql.js';
import { createPermutation, derivePermutationKey, type Permutation } from './permutation.js';

const MAX_AGE_MS = 60_000;
const MAX_RAFFLES = 500;

/** A raffle's permutation: from ordinals to lucky numbers and back. It never changes once a quota was sold. */
export type Permutations = Snapshots<Permutation>;

/** Opens raffles' secrets and keeps their permutations, which hold a key schedule and no numbers. NOT_FOUND for no raffle. */
export function createPermutations({ db, config }: Pick<App, 'db' | 'config'>): Permutations {
  return createSnapshots({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_RAFFLES,
    load: async (raffleId) => {
      const [raffle] = await db.query(selectPermutation, [raffleId]);
      if (!raffle) throw notFound('raffle');
      return createPermutation(derivePermutationKey(unseal(config.encryptionKeys, raffle.sealedSecret), raffleId), raffle.size);
    },
  });
}
