import { createHash } from 'node:crypto';
import { verifyRound } from '../../src/proof/beacon.js';
import { QUICKNET, type Round } from '../../src/proof/chain.js';
import { toHex } from '../../src/proof/bytes.js';
import { createPermutation, derivePermutationKey, formatLuckyNumber, type Permutation } from '../../src/proof/permutation.js';
import { federalOrdinals } from '../../src/proof/federal.js';
import { manifestHash, manifestText, type Manifest } from '../../src/proof/manifest.js';
import { leafBytes, merkleTree, type Leaf } from '../../src/proof/merkle.js';
import { type PrizeLog, prizeLogHash, type Proof, type Winner } from '../../src/proof/proof.js';
import { quotaPrizeOf, quotaPrizesHash, type ProofOfQuotaPrizes } from '../../src/proof/quota-prize-proof.js';
import { placeQuotaPrizes, type PlacedQuotaPrizes, type QuotaPrizeEvent } from '../../src/proof/quota-prizes.js';
import { winningOrdinals } from '../../src/proof/winning-ordinals.js';
import { QUICKNET_ROUNDS } from './quicknet-rounds.js';

const sha256Hex = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');
const upTo = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, byte) => byte);

export const SECRET = upTo(32);
/** Three orders: the second was refunded. */
export const LEAVES: Leaf[] = [
  { firstOrdinal: 0, count: 40, orderId: 101n, salt: upTo(16) },
  { firstOrdinal: 40, count: 25, orderId: 103n, salt: upTo(16).map((byte) => byte + 16) },
  { firstOrdinal: 65, count: 35, orderId: 102n, salt: upTo(16).map((byte) => byte + 32) },
];
const TREE = merkleTree(LEAVES.length, (index) => leafBytes(LEAVES[index]!));

const prizeId = (letter: string): string => `00000000-0000-4000-8000-0000000000${letter}${letter}`;
/** By their letters: what is won, moved to its share, withheld from the beginning, withheld later, sold later, and refunded. */
export const QUOTA_PRIZES: Omit<ProofOfQuotaPrizes, 'places'> = {
  salt: toHex(upTo(32).map((byte) => byte + 64)),
  prizes: [
    { id: prizeId('a'), number: '946', prize: 'R$ 500', releaseAt: 0, isLocked: false },
    { id: prizeId('b'), number: '282', prize: 'Café "da casa"', releaseAt: 5000, isLocked: false },
    { id: prizeId('c'), number: '000', prize: 'R$ 1.000', releaseAt: 0, isLocked: true },
    { id: prizeId('d'), number: '007', prize: 'R$ 50', releaseAt: 0, isLocked: false },
    { id: prizeId('e'), number: '999', prize: 'R$ 50', releaseAt: 2000, isLocked: true },
    { id: prizeId('f'), number: '848', prize: 'R$ 50', releaseAt: 0, isLocked: false },
  ],
};
export const PRIZE_LOG: PrizeLog = [
  [65, 'UNLOCKED', prizeId('e')],
  [65, 'LOCKED', prizeId('d')],
];

/** A raffle of 1,000 quotas, 100 of them paid, in three orders, for three prizes. */
export const BEACON_MANIFEST: Manifest = {
  version: 1,
  raffleId: '123e4567-e12b-12d1-a456-426655440000',
  mode: 'BEACON',
  quotaQuantity: 1000,
  sellable: 998,
  allocated: 100,
  prizes: 3,
  voided: [[40, 25]],
  blocks: 3,
  merkleRoot: toHex(TREE.root),
  secretHash: sha256Hex(SECRET),
  boxSeedHash: null,
  quotaPrizesHash: quotaPrizesHash(QUOTA_PRIZES),
  boxesHash: null,
  prizeLogHash: prizeLogHash(PRIZE_LOG),
  chain: QUICKNET.hash,
  round: 1000,
  contest: null,
};

export const PLAIN_MANIFEST: Manifest = {
  ...BEACON_MANIFEST,
  sellable: 1000,
  quotaPrizesHash: null,
  prizeLogHash: prizeLogHash([]),
};

/** A raffle of 100,000 quotas, all of them paid, drawn by the federal lottery. */
export const FEDERAL_MANIFEST: Manifest = {
  ...PLAIN_MANIFEST,
  mode: 'LOTERIA_FEDERAL',
  quotaQuantity: 100_000,
  sellable: 100_000,
  allocated: 100_000,
  chain: null,
  round: null,
  contest: 5921,
};
export const FEDERAL_RESULTS = ['34567', '12348', '90211', '55603', '77129'];

/** What an honest service publishes of its draw. */
export function beaconProof(manifest = BEACON_MANIFEST, { round, signature }: Round = QUICKNET_ROUNDS[0]): Proof {
  const verified = verifyRound(QUICKNET, { round, signature });
  if ('problem' in verified) throw new Error(verified.problem);
  const text = manifestText(manifest);
  const ordinals = winningOrdinals({ ...manifest, randomness: verified.randomness, manifestHash: manifestHash(text) });
  return { ...common(manifest, ordinals), chain: QUICKNET, round: { round, signature } };
}

export function federalProof(manifest = FEDERAL_MANIFEST): Proof {
  const ordinals = federalOrdinals({ ...manifest, results: FEDERAL_RESULTS, permutation: permutationOf(manifest) });
  return { ...common(manifest, ordinals), federal: { contest: 5921, results: FEDERAL_RESULTS } };
}

function common(manifest: Manifest, ordinals: (number | undefined)[]): Proof {
  const permutation = permutationOf(manifest);
  const winners = ordinals.flatMap((ordinal, index): Winner[] => {
    if (ordinal === undefined) return [];
    return [{ prize: index + 1, ordinal, number: formatLuckyNumber(permutation.numberOf(ordinal), manifest.quotaQuantity) }];
  });
  const nothing = { chain: null, round: null, federal: null };
  const told = { version: 1 as const, manifest: manifestText(manifest), ...nothing, permutationSecret: toHex(SECRET), winners };
  if (manifest.quotaPrizesHash === null) return { ...told, log: [] };
  return {
    ...told,
    log: structuredClone(PRIZE_LOG),
    quotaPrizes: { ...structuredClone(QUOTA_PRIZES), places: [...placed(manifest).ordinals] },
  };
}

function permutationOf(manifest: Manifest): Permutation {
  return manifest.quotaPrizesHash === null ? plainPermutationOf(manifest) : placed(manifest).permutation;
}

function plainPermutationOf({ raffleId, quotaQuantity }: Manifest): Permutation {
  return createPermutation(derivePermutationKey(SECRET, raffleId), quotaQuantity);
}

export function placed(manifest = BEACON_MANIFEST, log = PRIZE_LOG): PlacedQuotaPrizes {
  const { raffleId, quotaQuantity } = manifest;
  return placeQuotaPrizes(
    { raffleId, secret: SECRET, permutation: plainPermutationOf(manifest) },
    QUOTA_PRIZES.prizes.map((prize) => quotaPrizeOf(prize, quotaQuantity)),
    log.map(([ordinal, type, id]) => ({ ordinal, type, prizeId: id }) as QuotaPrizeEvent),
  );
}

export function inclusionOf(index: number) {
  const { firstOrdinal, count, orderId, salt } = LEAVES[index]!;
  const leaf = { firstOrdinal, count, orderId: String(orderId), salt: toHex(salt) };
  return { leaf, index, path: TREE.pathOf(index).map(toHex) };
}

/** A different value of the same form: one digit of a text, one more of a number. */
export function bent(value: string | number): string | number {
  if (typeof value === 'number') return value + 1;
  const last = value.at(-1);
  return value.slice(0, -1) + (last === '0' ? '1' : '0');
}
