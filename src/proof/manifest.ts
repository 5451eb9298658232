import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from './bytes.js';
import { isFederalQuantity } from './federal.js';
import { ProofProblem } from './steps.js';
import { hex, integer, list, nullable, oneOf, record, tuple, uuid, type Read } from './read.js';
import type { Span } from './winning-ordinals.js';

const MAX_QUOTAS = 10_000_000;
const MAX_PRIZES = 1000;

/**
 * What a raffle is frozen as. Hashes are hexadecimal in small letters. Its text is published, and its hash, before anybody can
 * know the randomness that draws it: the round of the beacon, or the contest of the federal lottery, is part of it and lies in
 * the future.
 */
export interface Manifest {
  version: 1;
  raffleId: string;
  mode: 'BEACON' | 'LOTERIA_FEDERAL';
  /** N, 1 to 10,000,000. */
  quotaQuantity: number;
  /** N less the numbers that are withheld from sale. */
  sellable: number;
  /** A: the paid ordinals are [0, A). */
  allocated: number;
  /** How many main prizes are drawn. */
  prizes: number;
  /** The blocks that take no part, in ascending order. */
  voided: readonly Span[];
  /** How many blocks, voided ones included, are the leaves of the tree. */
  blocks: number;
  merkleRoot: string;
  /** SHA-256 of the secret that the lucky numbers come from. */
  secretHash: string;
  /** Null where the raffle has no such thing, like the two after it. */
  boxSeedHash: string | null;
  quotaPrizesHash: string | null;
  boxesHash: string | null;
  prizeLogHash: string;
  /** The hash of the beacon's chain and its round; null for a raffle of the federal lottery. */
  chain: string | null;
  round: number | null;
  /** The federal lottery's contest; null for a raffle of the beacon. */
  contest: number | null;
}

const span: Read<Span> = tuple(integer(0, MAX_QUOTAS), integer(1, MAX_QUOTAS));

/** In the order of the text. */
const FIELDS = {
  version: oneOf(1),
  raffleId: uuid,
  mode: oneOf('BEACON', 'LOTERIA_FEDERAL'),
  quotaQuantity: integer(1, MAX_QUOTAS),
  sellable: integer(0, MAX_QUOTAS),
  allocated: integer(0, MAX_QUOTAS),
  prizes: integer(0, MAX_PRIZES),
  voided: list(span, MAX_QUOTAS),
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
} satisfies { [Field in keyof Manifest]: Read<Manifest[Field]> };

const readFields: Read<Manifest> = record(FIELDS);

/**
 * The manifest of an unknown value, whose fields may stand in any order. Throws `ProofProblem` with the field that is wrong, in
 * itself or beside another.
 */
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

/** The manifest's one text: JSON without spaces, its fields in the order of the interface above, all of them there. */
export function manifestText(manifest: Manifest): string {
  return JSON.stringify(Object.fromEntries(Object.keys(FIELDS).map((field) => [field, manifest[field as keyof Manifest]])));
}

/** The manifest of a text; throws `ProofProblem` for one that is not what `manifestText` writes, to the letter. */
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

/** The 32 bytes of SHA-256 of a manifest's text in UTF-8. */
export function manifestHash(manifest: string): Uint8Array {
  return sha256(utf8(manifest));
}
