import { readKept, type SeenReceipt } from './kept.js';
import { saveFile } from './save-file.js';

/** Receipts of one raffle with what it promised, as a file that `npm run verify-draw` and the page for verifying read. */
export function saveReceipts(orderId: string, receipts: readonly SeenReceipt[]): void {
  const promises = receipts[0] ? readKept(receipts[0].raffleId).promises : [];
  saveFile(`order-${orderId}.json`, JSON.stringify([...receipts, ...promises]));
}
