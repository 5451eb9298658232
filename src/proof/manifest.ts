import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.js';
import { isFederalQuantity } from './federal.js';
import { ProofProblem } from './steps.js';
import { hex, integer, list, nullable, oneOf, record, tuple, uuid } from './read.js';

const MAX_QUOTAS = 10_000_000;
const MAX_PRIZES = 1000;

/** In the order of the text; README.md describes each. */
const FIELDS = {
  version: oneOf(1),
  raffleId: uuid,
  mode: oneOf('BEACON', 'LOTERIA_FEDERAL'),
  quotaQuantity: integer(1, MAX_QUOTAS),
  sellable: integer(0, MAX_QUOTAS),
  /** The paid ordinals are [0, allocated). */
  allocated: integer(0, MAX_QUOTAS),
  prizes: integer(0, MAX_PRIZES),
  voided: list(tuple(integer(0, MAX_QUOTAS), integer(1, MAX_QUOTAS)), MAX_QUOTAS),
  blocks: integer(0, MAX_QUOTAS),
  merkleRoot: hex(32),
  secretHash: hex(32),
  boxSeedHash: nullable(hex(32)),
  quotaPrizesHash: nullable(hex(32)),
  boxesHash: nullable(hex(32)),
  prizeLogHash: hex(32),
  chain: nullable(hex(32)),
  round: nullable(integer(1, Number.MAX_SAFE_INTEGER)),
  contest: nullable(integer(1, 2 ** 31 - 1)),
};
const readFields = record(FIELDS);

export type Manifest = ReturnType<typeof readFields>;

/** The fields may be in any order. Throws `ProofProblem`. */
export function readManifest(value: unknown): Manifest {
  const manifest = readFields(value, 'manifest');
  const { mode, quotaQuantity, sellable, allocated, voided, blocks, chain, round, contest } = manifest;
  const check = (isRight: boolean, problem: string): void => {
    if (!isRight) throw new ProofProblem(`manifest.${problem}`);
  };
  check(sellable <= quotaQuantity, 'sellable is more than quotaQuantity');
  check(allocated <= sellable, 'allocated is more than sellable');
  check(blocks <= allocated, 'blocks is more than allocated');
  check((blocks === 0) === (allocated === 0), 'blocks is 0 and allocated is not');
  check(voided.length <= blocks, 'voided has more blocks than there are');
  let end = 0;
  for (const [index, [first, count]] of voided.entries()) {
    check(first >= end, `voided[${index}] begins before the end of the one before it`);
    end = first + count;
    check(end <= allocated, `voided[${index}] ends after the last allocated ordinal`);
  }
  const isBeacon = mode === 'BEACON';
  check((chain !== null) === isBeacon, `chain is ${isBeacon ? 'missing' : 'of no use'} in mode ${mode}`);
  check((round !== null) === isBeacon, `round is ${isBeacon ? 'missing' : 'of no use'} in mode ${mode}`);
  check((contest === null) === isBeacon, `contest is ${isBeacon ? 'of no use' : 'missing'} in mode ${mode}`);
  check(isBeacon || isFederalQuantity(quotaQuantity), 'quotaQuantity is no power of ten, from 10 on');
  return manifest;
}

/** JSON without spaces, fields in the order above. */
export function manifestText(manifest: Manifest): string {
  return JSON.stringify(manifest, Object.keys(FIELDS));
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
  if (manifestText(read) !== manifest)
    throw new ProofProblem('manifest is not written in its one form: the order of fields, or spaces');
  return read;
}

export function manifestHash(manifest: string): Uint8Array {
  return sha256(utf8(manifest));
}
