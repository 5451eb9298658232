import { decodeLeaf } from './book.js';
import { fromHex, toHex } from './bytes.js';
import { timeOfRound } from './chain.js';
import { type Manifest, manifestHash, manifestText } from './draw-manifest.js';
import { timeOfContest } from './federal.js';
import { type KeptPromises, readHead, readManifestHash, readReceipt } from './kept.js';
import { checklist, ensure, type Step } from './steps.js';
import { verifyHeads } from './verify-heads.js';
import { verifyPromises } from './verify-promises.js';
import type { ProofVerification, VerifiedSale } from './verify-proof.js';
import { verifyReceipt } from './verify-receipt.js';

export const KEPT_KINDS = ['promises', 'manifest', 'heads', 'receipts'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** `NOT_COMPARED`: no proof holds so far; or the promises of before the first sale are others, and could still change. */
export type KeptResult = 'SAME' | 'DIFFERENT' | 'NOTHING_KEPT' | 'NOT_COMPARED';

export interface KeptOfKind {
  result: KeptResult;
  count: number;
  /** When the first of them was seen, in ISO 8601 UTC by its keeper's clock. */
  since: string | null;
  steps: Step[];
}

export interface KeptVerification extends Record<KeptKind, KeptOfKind> {
  /** Whether the manifest's hash was seen before anybody could know what draws; null where that is not known. */
  isManifestFirst: boolean | null;
  /** From when on anybody could know what draws, in ISO 8601 UTC; null where it is not known. */
  drawn: string | null;
  /** The time that was first announced, in ISO 8601 UTC, where `drawn` is more than an hour away from it. */
  announced: string | null;
  /**
   * The receipts' blocks that are bound to a round, and those of them that stood in a head which was seen before the round was due:
   * they were bound to a round that nobody knew. Null where no round decides, or the receipts do not hold.
   */
  blocks: { bound: number; confirmed: number } | null;
}

/**
 * Compares what somebody kept with a proof. `values` may be any: receipts, heads, promises, hashes of manifests, and lists of them.
 * `titles`: those of the main prizes as a page shows them. Without a proof, receipts are checked by themselves.
 */
export function verifyKept(
  values: readonly unknown[],
  { manifest, sale }: Pick<ProofVerification, 'manifest' | 'sale'>,
  titles: readonly string[] | null = null,
): KeptVerification {
  const kept: Record<KeptKind, unknown[]> = { promises: [], manifest: [], heads: [], receipts: [] };
  for (const value of values.flat()) kept[kindOf(value)].push(value);

  const promised = manifest && verifyPromises(kept.promises, manifest, titles);
  const promises = found(kept.promises, promised?.steps);
  if (promised?.haveChanged && promises.result === 'SAME') promises.result = 'NOT_COMPARED';
  const hashes = found(kept.manifest, manifest ? hashSteps(kept.manifest, manifest) : undefined);
  const heads = found(kept.heads, sale ? verifyHeads(kept.heads, sale).steps : undefined);
  const receipts = receiptsOf(kept.receipts, sale);

  const drawn = manifest && timeOfDraw(manifest, sale);
  return {
    promises,
    manifest: hashes,
    heads,
    receipts,
    isManifestFirst: hashes.since === null || drawn === null ? null : Date.parse(hashes.since) < drawn,
    drawn: drawn === null ? null : new Date(drawn).toISOString(),
    announced: promised && drawn !== null ? otherTime(promised.read, drawn) : null,
    blocks:
      sale && receipts.result === 'SAME' ? confirmedBlocks(kept.receipts, heads.result === 'SAME' ? kept.heads : [], sale) : null,
  };
}

/** In the order of kinds. */
export function stepsOfKept(verification: KeptVerification): Step[] {
  return KEPT_KINDS.flatMap((kind) => verification[kind].steps);
}

function kindOf(value: unknown): KeptKind {
  const has = (field: string): boolean => typeof value === 'object' && value !== null && field in value;
  if (has('leaf')) return 'receipts';
  if (has('secretHash')) return 'promises';
  return has('manifestHash') ? 'manifest' : 'heads';
}

/** `steps`: undefined where nothing could be compared. */
function found(values: readonly unknown[], steps: Step[] | undefined): KeptOfKind {
  const times = values.map((value) => (value as { seenAt?: unknown } | null)?.seenAt).filter((at) => typeof at === 'string');
  const count = values.length;
  const since = times.toSorted()[0] ?? null;
  if (count === 0) return { result: 'NOTHING_KEPT', count, since, steps: [] };
  if (!steps) return { result: 'NOT_COMPARED', count, since, steps: [] };
  return { result: steps.every(({ ok }) => ok) ? 'SAME' : 'DIFFERENT', count, since, steps };
}

function receiptsOf(values: readonly unknown[], sale: VerifiedSale | null): KeptOfKind {
  const steps = values.flatMap((receipt) => verifyReceipt(receipt, sale).steps);
  const heads = values.map((receipt) => (receipt as { head?: unknown }).head);
  return { ...found(heads, sale ? steps : undefined), steps };
}

function hashSteps(values: readonly unknown[], manifest: Manifest): Step[] {
  const { steps, check } = checklist();
  const own = toHex(manifestHash(manifestText(manifest)));
  for (const value of values) {
    check('manifest hash', () => {
      const kept = readManifestHash(value, 'manifest hash');
      ensure(kept.raffleId === manifest.raffleId, `it is of raffle ${kept.raffleId}, the manifest of ${manifest.raffleId}`);
      ensure(kept.manifestHash === own, `the manifest's hash is ${own}, it was ${kept.manifestHash}`);
      return { value: true, detail: `it is still ${own}` };
    });
  }
  return steps;
}

/** From when on what draws can be known, in ms; null for a round without its chain. */
function timeOfDraw({ round, contestDate }: Manifest, sale: VerifiedSale | null): number | null {
  if (contestDate !== null) return timeOfContest(contestDate);
  return round !== null && sale?.chain ? timeOfRound(sale.chain, round) * 1_000 : null;
}

const HOUR_MS = 3_600_000;

function otherTime(promises: readonly KeptPromises[], drawn: number): string | null {
  const [announced] = promises.flatMap(({ drawAt, contestDate }) => {
    if (contestDate !== null) return [timeOfContest(contestDate)];
    return drawAt === null ? [] : [Date.parse(drawAt)];
  });
  if (announced === undefined || Math.abs(announced - drawn) <= HOUR_MS) return null;
  return new Date(announced).toISOString();
}

/** All of them hold: every head tells when a block was there. */
function confirmedBlocks(
  receipts: readonly unknown[],
  heads: readonly unknown[],
  { chain }: VerifiedSale,
): KeptVerification['blocks'] {
  const own = receipts.map((receipt) => readReceipt(receipt, 'receipt'));
  const seen = [...own.map(({ head }) => head), ...heads.map((head) => readHead(head, 'head'))];
  let bound = 0;
  let confirmed = 0;
  for (const { index, leaf } of own) {
    const block = decodeLeaf(fromHex(leaf));
    if (!chain || block.type !== 'BLOCK' || block.round === 0) continue;
    const due = timeOfRound(chain, block.round) * 1_000;
    bound += 1;
    if (seen.some(({ size, seenAt }) => size > index && seenAt !== undefined && Date.parse(seenAt) < due)) confirmed += 1;
  }
  return bound === 0 ? null : { bound, confirmed };
}
