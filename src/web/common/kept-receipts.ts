import type { Receipt } from './receipt.js';

/** `seenAt`: when this browser first had the head, in ISO 8601 UTC by its own clock. The server's clock proves nothing. */
export type KeptReceipt = Receipt & { head: { seenAt: string } };

const keyOf = (raffleId: string): string => `raffle-gateway.receipts.${raffleId}`;

/** What this browser keeps of a raffle. It may be any values: others can write there. */
export function keptReceipts(raffleId: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(raffleId)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    // It is not ours, or the browser allows no storage.
    return [];
  }
}

/** Keeps those that are new here, and returns all with the time at which they were first seen. Receipts of one raffle. */
export function keepReceipts(raffleId: string, receipts: readonly Receipt[]): KeptReceipt[] {
  const before = keptReceipts(raffleId);
  const now = new Date().toISOString();
  const known = receipts.map((receipt) => before.find((one) => isSame(one, receipt)));
  const stamped = receipts.map((receipt, at) => {
    const seenAt = known[at]?.head.seenAt ?? now;
    return { ...receipt, head: { ...receipt.head, seenAt } };
  });
  const added = stamped.filter((_, at) => !known[at]);
  try {
    if (added.length > 0) localStorage.setItem(keyOf(raffleId), JSON.stringify([...before, ...added]));
  } catch {
    // The browser allows no storage, or it is full: the file is still there to keep.
  }
  return stamped;
}

function isSame(kept: unknown, { index, leaf, head }: Receipt): kept is KeptReceipt {
  const other = kept as Partial<KeptReceipt> | null;
  return (
    other?.index === index
    && other.leaf === leaf
    && other.head?.size === head.size
    && other.head.root === head.root
    && typeof other.head.seenAt === 'string'
  );
}
