import { decodeLeaf } from '../../../proof/book.js';
import { fromHex } from '../../../proof/bytes.js';
import { isConsistent } from '../../../proof/consistency.js';
import { type Manifest, parseManifest } from '../../../proof/draw-manifest.js';
import { checklist, type Checklist, ensure, needed, type Step } from '../../../proof/steps.js';
import { verifyReceipt } from '../../../proof/verify-receipt.js';
import type { Receipt } from '../../common/receipt.js';
import { sameHash } from './same-hash.js';

export interface OwnOrder {
  orderId: string;
  /** Paid and for free. */
  quotas: number;
  receipts: readonly Receipt[];
  /** For each receipt the path from its head to the frozen one: RFC 9162, 2.1.4. In hexadecimal. */
  paths: readonly (readonly string[])[];
}

export interface OwnOrderReport {
  ok: boolean;
  steps: readonly Step[];
  /** Ordinals from `first` to before `end`. Empty when a step does not hold. */
  blocks: readonly { first: number; end: number; isVoid: boolean }[];
}

/**
 * That an order is in the frozen manifest with all its quotas, by receipts that any server may have written. Every fault is a step
 * that fails.
 */
export function verifyOwnOrder(manifest: string, published: string, order: OwnOrder): OwnOrderReport {
  const list = checklist();
  const frozen = list.check('shown: manifest', () => {
    const detail = sameHash(manifest, published);
    return { value: parseManifest(manifest), detail };
  });
  for (const [at, receipt] of order.receipts.entries()) {
    const { ok, steps } = verifyReceipt(receipt, null);
    list.steps.push(...steps);
    if (ok) checkFrozen(list, frozen, receipt, order.paths[at] ?? []);
  }
  checkWhole(list, order);
  const ok = list.steps.every((step) => step.ok);
  const blocks = ok ? order.receipts.map((receipt) => ({ ...spanOf(receipt), isVoid: receipt.isVoid })) : [];
  return { ok, steps: list.steps, blocks };
}

function checkFrozen({ check }: Checklist, frozen: Manifest | undefined, receipt: Receipt, path: readonly string[]): void {
  check('receipt: frozen', () => {
    const { raffleId, leaves: size, bookRoot, voided } = needed(frozen, 'shown: manifest');
    ensure(receipt.raffleId === raffleId, `it is of raffle ${receipt.raffleId}, the manifest of ${raffleId}`);
    const head = { size: receipt.head.size, root: fromHex(receipt.head.root) };
    const continues = isConsistent(head, { size, root: fromHex(bookRoot) }, path.map(fromHex));
    ensure(continues, `the frozen book of ${size} leaves does not continue its head of ${head.size}`);
    const { first, end } = spanOf(receipt);
    const isFree = receipt.isVoid || voided.every(([from, count]) => end <= from || from + count <= first);
    ensure(isFree, 'the manifest voids its quotas, and it says that they take part');
    return { value: true, detail: `the frozen book of ${size} leaves continues its head of ${head.size}` };
  });
}

/** A server could show a part of an order, or a part twice. */
function checkWhole({ check, steps }: Checklist, { orderId, quotas, receipts }: OwnOrder): void {
  check('receipts: order', () => {
    ensure(
      steps.every(({ ok }) => ok),
      'a receipt does not hold',
    );
    const other = receipts.find((receipt) => receipt.orderId !== orderId);
    ensure(other === undefined, `a receipt is of order ${other?.orderId}`);
    ensure(new Set(receipts.map(({ index }) => index)).size === receipts.length, 'a receipt is there twice');
    const held = receipts.map(spanOf).reduce((sum, { first, end }) => sum + end - first, 0);
    ensure(held === quotas, `the receipts have ${held} quotas, the order ${quotas}`);
    return { value: true, detail: `${held} quotas in ${receipts.length} blocks` };
  });
}

/** Throws where its leaf is no block. */
function spanOf({ leaf }: Pick<Receipt, 'leaf'>): { first: number; end: number } {
  const block = decodeLeaf(fromHex(leaf));
  if (block.type !== 'BLOCK') throw new Error('the leaf is no block');
  return { first: block.first, end: block.first + block.count };
}
