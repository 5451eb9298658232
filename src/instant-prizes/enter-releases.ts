import type { Transaction } from '../platform/database/database.js';
import * as sql from './decide.sql.js';
import type { PublishedLists } from './published-lists.js';

/** Enters in the timeline which prizes came into play with the leaves that were decided. Those at the close by then do not. */
export async function enterReleases(
  tx: Transaction,
  { raffleId, releases }: PublishedLists,
  { decidedTo, decidedLeaf }: sql.DecidedRaffle,
  leaves: readonly sql.LeafRow[],
): Promise<void> {
  const coming = releases.filter(({ quotas }) => quotas > decidedTo);
  const last = leaves.findLast(({ orderId }) => orderId !== null);
  if (!coming[0] || !last || last.first + last.count < coming[0].quotas) return;
  const sent = new Set((await tx.query(sql.selectSentToClose, [raffleId, decidedLeaf])).map(({ prizeId }) => prizeId));
  const reached: { releaseAt: number; leaf: number; units: number }[] = [];
  let next = 0;
  for (const { leaf, first, count, prizeId } of leaves) {
    if (prizeId !== null) sent.add(prizeId);
    for (let release = coming[next]; release && release.quotas <= first + count; release = coming[++next]) {
      const prizes = release.prizes.filter(({ id }) => !sent.has(id));
      const units = prizes.reduce((sum, { quantity }) => sum + quantity, 0);
      if (units > 0) reached.push({ releaseAt: release.releaseAt, leaf, units });
    }
  }
  if (reached.length === 0) return;
  await tx.query(sql.enterReleases, [
    raffleId,
    reached.map(({ releaseAt }) => releaseAt),
    reached.map(({ leaf }) => leaf),
    reached.map(({ units }) => units),
  ]);
}
