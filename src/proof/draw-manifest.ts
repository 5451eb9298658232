import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.js';
import { isFederalQuantity } from './federal.js';
import { MAX_LEAVES, MAX_PRIZES, MAX_QUOTAS } from './limits.js';
import { date, hex, integer, list, nullable, oneOf, record, tuple, uuid } from './read.js';
import { ensure, ProofProblem } from './steps.js';

const quotas = integer(0, MAX_QUOTAS);

/** In the order of the text, as those below; README.md describes each. */
const COMPOSITION = { pix: quotas, byHand: quotas, free: quotas, givenBack: integer(0, Number.MAX_SAFE_INTEGER) };

const FIELDS = {
  version: oneOf(2),
  raffleId: uuid,
  mode: oneOf('BEACON', 'LOTERIA_FEDERAL'),
  quotaQuantity: integer(1, MAX_QUOTAS),
  sellable: quotas,
  /** The allocated ordinals are [0, allocated). */
  allocated: quotas,
  prizes: integer(0, MAX_PRIZES),
  voided: list(tuple(quotas, integer(1, MAX_QUOTAS)), MAX_QUOTAS),
  leaves: integer(0, MAX_LEAVES),
  bookRoot: hex(32),
  composition: record(COMPOSITION),
  secretHash: hex(32),
  quotaPrizesHash: nullable(hex(32)),
  boxesHash: nullable(hex(32)),
  chain: nullable(hex(32)),
  round: nullable(integer(1, Number.MAX_SAFE_INTEGER)),
  contest: nullable(integer(1, 2 ** 31 - 1)),
  contestDate: nullable(date),
};
const readFields = record(FIELDS);

export type Manifest = ReturnType<typeof readFields>;

export function hasInstantPrizes({ quotaPrizesHash, boxesHash }: Pick<Manifest, 'quotaPrizesHash' | 'boxesHash'>): boolean {
  return quotaPrizesHash !== null || boxesHash !== null;
}

/** The fields may be in any order. Throws `ProofProblem`. */
export function readManifest(value: unknown): Manifest {
  const manifest = readFields(value, 'manifest');
  const { mode, quotaQuantity, sellable, allocated, voided, leaves, composition } = manifest;
  const check = (isRight: boolean, problem: string): void => ensure(isRight, `manifest.${problem}`);
  const checkThere = (field: 'chain' | 'round' | 'contest' | 'contestDate', isNeeded: boolean): void =>
    check((manifest[field] !== null) === isNeeded, `${field} is ${isNeeded ? 'missing' : 'of no use'} in this raffle`);

  check(sellable <= quotaQuantity, 'sellable is more than quotaQuantity');
  check(allocated <= sellable, 'allocated is more than sellable');
  check(leaves > 0 || allocated === 0, 'leaves is 0 and allocated is not');
  let end = -1;
  let inVoid = 0;
  for (const [index, [first, count]] of voided.entries()) {
    check(first > end, `voided[${index}] begins before the end of the one before it, or there`);
    end = first + count;
    inVoid += count;
    check(end <= allocated, `voided[${index}] ends after the last allocated ordinal`);
  }
  const { pix, byHand, free, givenBack } = composition;
  check(pix + byHand + free === allocated - inVoid, 'composition has not as many quotas as are live');
  check(hasInstantPrizes(manifest) ? givenBack === inVoid : givenBack >= inVoid, 'composition.givenBack is not what is voided');
  const isBeacon = mode === 'BEACON';
  checkThere('chain', isBeacon || hasInstantPrizes(manifest));
  checkThere('round', isBeacon);
  checkThere('contest', !isBeacon);
  checkThere('contestDate', !isBeacon);
  check(isBeacon || isFederalQuantity(quotaQuantity), 'quotaQuantity is no power of ten, from 10 on');
  return manifest;
}

/** JSON without spaces, fields in the order above. */
export function manifestText(manifest: Manifest): string {
  return JSON.stringify(manifest, [...Object.keys(FIELDS), ...Object.keys(COMPOSITION)]);
}

/** Throws `ProofProblem`, also when the text differs from what `manifestText` writes. */
export function parseManifest(manifest: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(manifest);
  } catch {
    throw new ProofProblem('manifest is no JSON');
  }
  const read = readManifest(value);
  ensure(manifestText(read) === manifest, 'manifest is not written in its one form: the order of fields, or spaces');
  return read;
}

export function manifestHash(manifest: string): Uint8Array {
  return sha256(utf8(manifest));
}
