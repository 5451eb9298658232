import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.js';
import type { Manifest } from './manifest.js';
import { integer, list, oneOf, tuple, uuid } from './read.js';
import { ensure, type Checklist } from './steps.js';

const MAX_QUOTAS = 10_000_000;
const MAX_EVENTS = 10_000_000;

/** What was done to awarded boxes and quota prizes while quotas were sold: [how many were paid by then, what, prize's UUID]. */
export const readPrizeLog = list(tuple(integer(0, MAX_QUOTAS), oneOf('LOCKED', 'UNLOCKED', 'DELETED'), uuid), MAX_EVENTS);
export type PrizeLog = ReturnType<typeof readPrizeLog>;

/** SHA-256 of the UTF-8 of the log as JSON without spaces: `[[0,"LOCKED","<uuid>"],...]`; of `[]` where nothing was changed. */
export function prizeLogHash(log: readonly (readonly [ordinal: number, type: string, prizeId: string])[]): string {
  return toHex(sha256(utf8(JSON.stringify(log))));
}

/** The log's step: it is what was frozen, in order, and of nothing but the prizes that the proof lists. */
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

/** The ids in a section that is not read yet: what is wrong with it is for its own steps to say. */
function prizeIds(section: unknown): unknown[] {
  const prizes: unknown = (section as { prizes?: unknown } | null | undefined)?.prizes;
  return Array.isArray(prizes) ? prizes.map((prize) => (prize as { id?: unknown } | null)?.id) : [];
}
