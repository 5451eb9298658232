import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Counter } from './counter.sql.js';
import { bindChain } from './instant-blocks.sql.js';
import type { PayableOrder } from './move-orders.sql.js';
import { takeReturned, type OrdinalRange } from './resale.sql.js';

/** Of one raffle. The blocks of an order: lowest first within fresh and returned ones; several only without instant prizes. */
export interface Allocation {
  raffleId: string;
  blocks: (OrdinalRange & { orderId: string; leaf: number })[];
  /** That decides instant prizes. */
  round: bigint | null;
  /** How many of the quotas were returned before. */
  resold: number;
}

/** Changes the counter, which is locked, and nothing of what the orders had reserved. `now` is in seconds since 1970. */
export async function takeQuotas(
  { rounds }: Pick<App, 'rounds'>,
  tx: Transaction,
  counter: Counter,
  paid: { order: Pick<PayableOrder, 'id' | 'quotaQuantity'> }[],
  now: number,
): Promise<Allocation> {
  const { raffleId } = counter;
  // A prize may have been sent to the close before, with a leaf of its own.
  if (counter.isInstant && counter.allocated === 0) await tx.query(bindChain, [raffleId, rounds.chain.hash]);
  if (counter.isInstant) counter.lastRound = greatest(counter.lastRound, BigInt(rounds.unknownTo(now)));
  const quantity = paid.reduce((sum, { order }) => sum + order.quotaQuantity, 0);
  // Fresh ones first.
  const resold = Math.max(0, quantity - (counter.sellable - counter.allocated));
  const fresh = { firstOrdinal: counter.allocated, endOrdinal: counter.allocated + quantity - resold };
  const supply = [fresh, ...(resold > 0 ? await tx.query(takeReturned, [raffleId, resold]) : [])];
  const blocks = paid
    .flatMap(({ order }) => takeFrom(supply, order.quotaQuantity).map((block) => ({ ...block, orderId: order.id })))
    .map((block, i) => ({ ...block, leaf: counter.leaves + i }));
  counter.allocated += quantity - resold;
  counter.returned -= resold;
  counter.leaves += blocks.length;
  return { raffleId, blocks, round: counter.isInstant ? counter.lastRound : null, resold };
}

/** Takes so many ordinals from the beginning of the ranges. */
function takeFrom(supply: OrdinalRange[], quantity: number): OrdinalRange[] {
  const taken: OrdinalRange[] = [];
  for (let left = quantity; left > 0;) {
    const [range] = supply;
    if (!range) throw new Error(`${left} quotas are not there to be allocated`);
    const endOrdinal = Math.min(range.endOrdinal, range.firstOrdinal + left);
    const last = taken.at(-1);
    if (last?.endOrdinal === range.firstOrdinal) last.endOrdinal = endOrdinal;
    else if (endOrdinal > range.firstOrdinal) taken.push({ firstOrdinal: range.firstOrdinal, endOrdinal });
    left -= endOrdinal - range.firstOrdinal;
    range.firstOrdinal = endOrdinal;
    if (range.firstOrdinal === range.endOrdinal) supply.shift();
  }
  return taken;
}

function greatest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
