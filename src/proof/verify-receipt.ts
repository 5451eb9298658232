import { commitmentOf, decodeLeaf, type BlockLeaf } from './book.js';
import { fromHex, toHex } from './bytes.js';
import { timeOfRound } from './chain.js';
import { type KeptReceipt, readReceipt } from './kept.js';
import { isIncluded } from './merkle.js';
import { checklist, type Checklist, ensure, needed, ProofProblem, type Step } from './steps.js';
import { ensureSame } from './verify-heads.js';
import type { VerifiedSale } from './verify-proof.js';

const MAX_ORDER_ID = 2n ** 64n - 1n;

export interface ReceiptVerification {
  ok: boolean;
  steps: Step[];
  /**
   * Whether its head was seen before the round that decides the block, so that the round was not known when the block was bound
   * to it. Null without a proof or a round.
   */
  isConfirmed: boolean | null;
}

/** `receipt` may be any value: what a buyer kept of a block. Without a proof, only whether its head holds the leaf. */
export function verifyReceipt(receipt: unknown, sale: VerifiedSale | null): ReceiptVerification {
  const steps = checklist();
  const { check } = steps;
  const read = check('receipt', () => {
    const value = readReceipt(receipt, 'receipt');
    return { value, detail: `of order ${value.orderId} in raffle ${value.raffleId}` };
  });
  const leaf = check('receipt: leaf', () => {
    const { orderId, salt, leaf: bytes, index, path, head, round, roundDueAt } = needed(read, 'receipt');
    ensure(BigInt(orderId) <= MAX_ORDER_ID, 'its orderId does not fit 64 bits');
    const value = decodeLeaf(fromHex(bytes));
    if (value.type !== 'BLOCK') throw new ProofProblem('its leaf is no block');
    const commitment = toHex(commitmentOf(BigInt(orderId), fromHex(salt)));
    ensure(toHex(value.commitment) === commitment, `the leaf is not of order ${orderId} with this salt`);
    const own = value.round === 0 ? null : value.round;
    ensure(round === undefined || round === own, `its round is ${round}, that of the leaf ${own}`);
    ensure(
      roundDueAt === undefined || (roundDueAt === null) === (own === null),
      `its roundDueAt is ${roundDueAt}, its round ${own}`,
    );
    const isHeld = isIncluded(
      { root: fromHex(head.root), count: head.size },
      { leaf: fromHex(bytes), index, path: path.map(fromHex) },
    );
    ensure(isHeld, `the leaf is not leaf ${index} of the head of ${head.size} leaves`);
    const { first, count } = value;
    return { value, detail: `ordinals ${first} to ${first + count - 1} are leaf ${index} of the head of ${head.size} leaves` };
  });
  const isConfirmed = sale && checkWithProof(steps, read, leaf, sale);
  return { ok: steps.steps.every(({ ok }) => ok), steps: steps.steps, isConfirmed };
}

function checkWithProof(
  { check }: Checklist,
  receipt: KeptReceipt | undefined,
  leaf: BlockLeaf | undefined,
  sale: VerifiedSale,
): boolean | null {
  const { manifest, leaves, replay, chain } = sale;
  check('receipt: proof', () => {
    const { raffleId, index, leaf: bytes, head, isVoid = false } = needed(receipt, 'receipt');
    needed(leaf, 'receipt: leaf');
    ensure(raffleId === manifest.raffleId, `it is of raffle ${raffleId}, the proof of ${manifest.raffleId}`);
    ensureSame(head, sale);
    ensure(index < leaves.size && toHex(leaves.bytesAt(index)) === bytes, `leaf ${index} of the proof is another`);
    const isLive = replay.blockAt(index)!.isLive;
    ensure(!isLive || !isVoid, 'it says that its quotas were given back, and they were not');
    const fate = isLive ? 'its quotas take part' : 'its quotas were given back, and take no part';
    return { value: true, detail: `leaf ${index} of ${leaves.size}: ${fate}` };
  });
  if (!chain || !leaf || leaf.round === 0) return null;
  const isBefore = check('receipt: round', () => {
    const { roundDueAt, head } = needed(receipt, 'receipt');
    const due = timeOfRound(chain, leaf.round) * 1_000;
    ensure(roundDueAt === undefined || Date.parse(roundDueAt!) === due, `its roundDueAt is not when round ${leaf.round} is due`);
    const value = head.seenAt !== undefined && Date.parse(head.seenAt) < due;
    const detail = value
      ? `its head was seen at ${head.seenAt}, before round ${leaf.round}, which nobody knew then`
      : `not confirmed: no time is kept at which its head was seen before round ${leaf.round}`;
    return { value, detail };
  });
  return isBefore ?? null;
}
