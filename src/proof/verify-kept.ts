import type { Step } from './steps.js';
import { verifyHeads } from './verify-heads.js';
import type { VerifiedSale } from './verify-proof.js';
import { verifyReceipt } from './verify-receipt.js';

/**
 * The steps of what somebody kept during the sale: a file has a receipt, a head, or a list of them. Heads need the book of a proof; of
 * receipts without one, only whether their heads hold them.
 */
export function keptSteps(files: readonly unknown[], sale: VerifiedSale | null): Step[] {
  const kept = files.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  const heads = kept.filter((one) => !isReceipt(one));
  return [
    ...kept.filter(isReceipt).flatMap((receipt) => verifyReceipt(receipt, sale).steps),
    ...(sale && heads.length > 0 ? verifyHeads(heads, sale).steps : []),
  ];
}

function isReceipt(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'leaf' in value;
}
