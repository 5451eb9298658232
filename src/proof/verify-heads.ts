import { isSameComposition } from './book-replay.js';
import { toHex } from './bytes.js';
import { timeOfRound } from './chain.js';
import { hasInstantPrizes } from './draw-manifest.js';
import { type KeptHead, readHead } from './kept.js';
import { list } from './read.js';
import { checklist, ensure, type Step } from './steps.js';
import type { VerifiedSale } from './verify-proof.js';

const MAX_HEADS = 1_000_000;
const readHeads = list(readHead, MAX_HEADS);

export interface HeadsVerification {
  ok: boolean;
  steps: Step[];
  /**
   * Blocks that are bound to a round, and how many of them are in a head that was seen before their round was due. Only these
   * are known not to have been bound to a known round. Null where no round decides, or the heads do not hold.
   */
  blocks: { bound: number; confirmed: number } | null;
}

/** `heads` may be any value: what somebody kept during the sale. */
export function verifyHeads(heads: unknown, sale: VerifiedSale): HeadsVerification {
  const { steps, check } = checklist();
  const kept = check('heads', () => {
    const value = readHeads(heads, 'heads').sort((one, other) => one.size - other.size);
    const last = value.at(-1)?.size ?? 0;
    ensure(last <= sale.leaves.size, `a head has ${last} leaves, the proof ${sale.leaves.size}`);
    return { value, detail: `${value.length} were kept` };
  });
  if (!kept) return { ok: false, steps, blocks: null };
  check('heads: same book', () => {
    for (const head of kept) ensureSame(head, sale);
    return { value: true, detail: 'each is that of the first leaves of the proof' };
  });
  const ok = steps.every((step) => step.ok);
  if (!ok || !hasInstantPrizes(sale.manifest)) return { ok, steps, blocks: null };
  const blocks = check('heads: rounds', () => {
    const value = confirmedBlocks(kept, sale);
    const { bound, confirmed } = value;
    const rest = confirmed === bound ? 'no other' : `the other ${bound - confirmed} are not confirmed`;
    return { value, detail: `${confirmed} of ${bound} blocks were in a head that was seen before their round; ${rest}` };
  });
  return { ok: blocks !== undefined, steps, blocks: blocks ?? null };
}

/** Throws `ProofProblem`. */
export function ensureSame({ size, root, raffleId, composition }: KeptHead, sale: VerifiedSale): void {
  const { leaves, manifest, compositionAt } = sale;
  ensure(raffleId === undefined || raffleId === manifest.raffleId, `a head is of raffle ${raffleId}`);
  ensure(size <= leaves.size, `the head has ${size} leaves, the proof ${leaves.size}`);
  const own = toHex(leaves.rootOf(size));
  ensure(own === root, `the root of the first ${size} leaves is ${own}, the head's was ${root}: the book was changed`);
  const isTold = composition === undefined || isSameComposition(composition, compositionAt(size));
  ensure(isTold, `the composition of the head of ${size} leaves is not what they say`);
}

/** Heads ascend by size. */
function confirmedBlocks(heads: readonly KeptHead[], { leaves, chain }: VerifiedSale): { bound: number; confirmed: number } {
  const seen = heads.flatMap(({ size, seenAt }) => (seenAt === undefined ? [] : [{ size, at: Date.parse(seenAt) }]));
  // A larger head holds all leaves of a smaller one.
  for (let i = seen.length - 2; i >= 0; i--) seen[i]!.at = Math.min(seen[i]!.at, seen[i + 1]!.at);
  let bound = 0;
  let confirmed = 0;
  for (let index = 0, head = 0; index < leaves.size; index++) {
    const leaf = leaves.at(index);
    if (leaf.type !== 'BLOCK') continue;
    bound += 1;
    while (head < seen.length && seen[head]!.size <= index) head += 1;
    if (chain && seen[head] && seen[head]!.at < timeOfRound(chain, leaf.round) * 1_000) confirmed += 1;
  }
  return { bound, confirmed };
}
