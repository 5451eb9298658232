import { useEffect, useState } from 'preact/hooks';
import type { GatewayClient } from '../../client/create-client.js';
import { BookHeadDocument, BookReceiptDocument, RafflePromisesDocument } from '../../generated/client/operations.js';
import { hasBoundPromises, keepHead, keepPromises, keepReceipts, type SeenReceipt } from './kept.js';
import { prizeTitles } from './prize-titles.js';
import { useQuery, useLive } from './query.js';
import { useClient } from './session.js';

/** At each visit the head of the book, and what was promised. `isOver`: it was drawn, and to keep anything now would show nothing. */
export function useKeeping(raffleId: string, isOver: boolean): void {
  const client = useClient();
  useEffect(() => {
    const leaving = new AbortController();
    // The page does without.
    if (!isOver) keepVisit(client, raffleId, leaving).catch(() => undefined);
    return () => leaving.abort();
  }, [client, raffleId, isOver]);
}

async function keepVisit(client: GatewayClient, raffleId: string, request: { signal?: AbortSignal } = {}): Promise<void> {
  const { bookHead } = await client.query(BookHeadDocument, { raffleId, size: null }, request);
  if (bookHead.size > 0) keepHead(raffleId, bookHead);
  if (hasBoundPromises(raffleId)) return;
  // Asked after the head. Asked before it they might be those of before its first leaf, which may have changed.
  const { raffle } = await client.query(RafflePromisesDocument, { id: raffleId }, request);
  if (!raffle) return;
  const { drawMode: mode, drawAt, contest, contestDate, secretHash, commitments, quotaQuantity } = raffle;
  const facts = { mode, drawAt, contest, contestDate, secretHash, ...commitments, quotaQuantity, prizes: prizeTitles(raffle) };
  keepPromises({ raffleId, leaves: bookHead.size, ...facts });
}

/** Once the book has a leaf. Where it fails, those of before it are what there is. */
export async function keepBoundPromises(client: GatewayClient, raffleId: string): Promise<void> {
  if (!hasBoundPromises(raffleId)) await keepVisit(client, raffleId).catch(() => undefined);
}

const EVERY_MS = 5_000;

/**
 * The receipts of a paid order as soon as a head holds them, kept with all heads until then. `isAwaited`: a round still decides the
 * order, and heads are kept until it does. Undefined while there is none.
 */
export function useReceipts(raffleId: string, orderId: string, isAwaited: boolean): readonly SeenReceipt[] | undefined {
  const client = useClient();
  const [receipts, setReceipts] = useState<readonly SeenReceipt[]>();
  const isThere = receipts !== undefined;
  const { value: head } = useLive(isThere && !isAwaited ? undefined : raffleId, (signal) =>
    client.watchBookHead(raffleId, { signal }),
  );
  const { data, reload } = useQuery(BookReceiptDocument, { orderId }, { skip: isThere, everyMs: isThere ? undefined : EVERY_MS });
  useEffect(() => {
    if (!head || head.size === 0) return;
    keepHead(raffleId, head);
    if (!isThere) reload();
  }, [raffleId, head, isThere, reload]);
  useEffect(() => {
    if (!data || data.bookReceipt.length === 0) return;
    setReceipts(keepReceipts(raffleId, data.bookReceipt));
    void keepBoundPromises(client, raffleId);
  }, [client, raffleId, data]);
  return receipts;
}
