import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.js';
import type { Manifest } from './manifest.js';
import { anything, hex, integer, list, nullable, oneOf, record, text, tuple, uuid } from './read.js';
import { type Checklist, ensure } from './steps.js';

const MAX_QUOTAS = 10_000_000;
const MAX_EVENTS = 10_000_000;

/** Of awarded boxes and quota prizes during the sale: [paid quotas by then, change, prize's UUID]. */
export const readPrizeLog = list(tuple(integer(0, MAX_QUOTAS), oneOf('LOCKED', 'UNLOCKED', 'DELETED'), uuid), MAX_EVENTS);
export type PrizeLog = ReturnType<typeof readPrizeLog>;

/** `[[0,"LOCKED","<uuid>"],...]`, or `[]`. */
export function prizeLogHash(log: readonly (readonly [ordinal: number, type: string, prizeId: string])[]): string {
  return toHex(sha256(utf8(JSON.stringify(log))));
}

export function checkPrizeLog(
  { check }: Checklist,
  proof: { log: PrizeLog; boxes?: unknown; quotaPrizes?: unknown },
  manifest: Manifest,
): PrizeLog | undefined {
  return check('prize log', () => {
    const { log } = proof;
    const hash = prizeLogHash(log);
    ensure(hash === manifest.prizeLogHash, `its prizeLogHash is ${hash}, the manifest's is ${manifest.prizeLogHash}`);
    const boxes = new Set(prizeIds(proof.boxes));
    const quotaPrizes = new Set(prizeIds(proof.quotaPrizes));
    let before = 0;
    for (const [ordinal, , prizeId] of log) {
      ensure(ordinal >= before && ordinal <= manifest.allocated, `the change at ordinal ${ordinal} is out of place`);
      ensure(boxes.has(prizeId) !== quotaPrizes.has(prizeId), `prize ${prizeId} is no awarded box or quota prize of the proof`);
      before = ordinal;
    }
    return { value: log, detail: `${log.length} changes of prizes, whose hash is the manifest's: ${hash}` };
  });
}

/** Of a section that is not checked yet: other steps report its problems. */
function prizeIds(section: unknown): unknown[] {
  const prizes: unknown = (section as { prizes?: unknown } | null | undefined)?.prizes;
  return Array.isArray(prizes) ? prizes.map((prize) => (prize as { id?: unknown } | null)?.id) : [];
}

const MAX_WINNERS = 1000;
const MAX_SECRET_BYTES = 64;

const fields = record(
  {
    version: oneOf(1),
    manifest: text(/^\{/, 'text of a manifest'),
    chain: nullable(
      record({
        hash: hex(32),
        publicKey: hex(96),
        periodSeconds: integer(1, 2 ** 32 - 1),
        genesisSeconds: integer(0, Number.MAX_SAFE_INTEGER),
        groupHash: hex(32),
        name: text(/^[\w-]{0,60}$/, 'name of a chain'),
      }),
    ),
    round: nullable(record({ round: integer(1, Number.MAX_SAFE_INTEGER), signature: hex(48) })),
    federal: nullable(record({ contest: integer(1, 2 ** 31 - 1), results: list(text(/^\d{5}$/, 'text of five digits'), 5) })),
    permutationSecret: hex(16, MAX_SECRET_BYTES),
    winners: list(
      record({ prize: integer(1, MAX_WINNERS), ordinal: integer(0, 9_999_999), number: text(/^\d{1,7}$/, 'lucky number') }),
      MAX_WINNERS,
    ),
    log: readPrizeLog,
    // Read by box-proof.ts and quota-prize-proof.ts.
    boxes: anything,
    quotaPrizes: anything,
  },
  ['boxes', 'quotaPrizes'],
);

export type Proof = ReturnType<typeof fields>;
/** A main prize's winner. Prizes count from 1; `number` is as printed. */
export type Winner = Proof['winners'][number];

/** Throws `ProofProblem`. Does not check what the fields claim. */
export function readProof(value: unknown): Proof {
  return fields(value, 'proof');
}
