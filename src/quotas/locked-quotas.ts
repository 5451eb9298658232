import type { App } from '../context.js';
import type { ChargeStatus, OrderStatus, PaidHow } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import type { KeyedText } from '../platform/texts.js';
import { writeEvents, type OutgoingEvent } from '../webhooks/outbox.js';
import {
  allocateOrders,
  lockPayableOrders,
  markSoldOut,
  selectSaleState,
  type PayableOrder,
  type SaleState,
  releaseOrders,
  selectUnpaidOrders,
  voidOrders,
} from './move-orders.sql.js';
import { bindChain, enterToClose, lockInstants } from './instant-blocks.sql.js';
import { displaceOrders, selectDisplaceable } from './displace-orders.sql.js';
import { createPaymentRoom, roomOf, type Displaceable, type PaymentRoom } from './room.js';
import { reopenSoldOut, takeReturned, type OrdinalRange } from './resale.sql.js';
import {
  countQuotaPrizeChange,
  lockCounters,
  resizeCounter,
  type Counter,
  selectIsOrdered,
  selectMoneyRefunded,
} from './counter.sql.js';
import { orderEvent, refundedOrderEvent, type OrderOfEvent } from './order-events.js';

const RELEASED_AT_ONCE = 500;
const DISPLACEABLE_READ_AT_ONCE = 500;

type HeldOrder = Pick<PayableOrder, 'raffleId' | 'reservation' | 'unproven' | 'quotaQuantity'>;

export interface PaidOrder {
  /** As it was before. */
  order: PayableOrder;
  how: PaidHow;
  paidAt: Date;
}

/** The quotas of an order, lowest first within fresh and returned ones. Several blocks only in a raffle without instant prizes. */
export interface AllocatedOrder extends PaidOrder {
  blocks: OrdinalRange[];
}

export type CounterOf = (raffleId: string) => Readonly<Counter>;

export interface RefundedOrder {
  id: string;
  raffleId: string;
}

/** Takes part in the transaction that changes paid orders: an error rolls it back. Of one raffle in the order of the blocks. */
export interface QuotaHook {
  allocated?(tx: Transaction, raffleId: string, orders: readonly AllocatedOrder[], counterOf: CounterOf): Promise<void>;
  voided?(tx: Transaction, orders: readonly OrderOfEvent[], counterOf: CounterOf): Promise<void>;
  /** Why a paid order may not be refunded. Not asked about money that a provider has returned already. */
  refusal?(tx: Transaction, order: RefundedOrder, counterOf: CounterOf): Promise<KeyedText | undefined>;
}

/** Only this changes counters, buyers, blocks and the status of orders. Each change of an order writes its one event. */
export interface LockedQuotas {
  counterOf(raffleId: string): Counter;
  saleState(raffleId: string): Promise<SaleState>;
  /** `arriving`: the orders to be paid and the centavos that arrived. An order that is paid in full keeps its reservation. */
  paymentRoom(
    raffleId: string,
    sale: Pick<SaleState, 'unprovenShare'>,
    arriving: { amount: bigint; order: PayableOrder | undefined }[],
  ): Promise<PaymentRoom>;
  /** Makes unproven reservations AT_PAYMENT. */
  displace(orderIds: string[]): Promise<void>;
  lockOrders(orderIds: string[]): Promise<Map<string, PayableOrder>>;
  /** Leaves orders that are not PENDING. STILL_PAYABLE: the charges were not ended at their providers. */
  release(
    orderIds: string[],
    status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>,
    charges: Extract<ChargeStatus, 'CANCELLED' | 'FAILED'> | 'STILL_PAYABLE',
  ): Promise<OrderOfEvent[]>;
  hasUnpaid(raffleId: string): Promise<boolean>;
  /** Whether anybody ever ordered: what the raffle promises stands from then on. */
  isOrdered(raffleId: string): Promise<boolean>;
  /** At most 500, because each writes events under the lock. Money that still arrives becomes a late payment. */
  releaseUnpaid(raffleId: string): Promise<number>;
  /** The raffle becomes SOLD_OUT with its last quota. With instant prizes, a round that nobody knows yet decides what is won. */
  allocate(raffleId: string, paid: PaidOrder[], sale: SaleState): Promise<void>;
  refusal(order: RefundedOrder): Promise<KeyedText | undefined>;
  /** Nobody wins what is left of the prize before the close. A leaf of the book, one way. */
  sendToClose(raffleId: string, prizeId: string): Promise<void>;
  /** Returns those that were PAID. Their quotas are for sale again, unless the raffle has instant prizes. */
  void(orderIds: string[]): Promise<OrderOfEvent[]>;
  resize(raffleId: string, sellable: number): Promise<void>;
  changeQuotaPrizes(raffleId: string, left: Pick<Counter, 'sellable' | 'quotaPrizes'>): Promise<void>;
}

type Parts = Pick<App, 'raffles' | 'rounds' | 'sellBarWatch' | 'salesWatch' | 'orderWatch' | 'deliveries' | 'quotaHooks'>;

function mayDisplace({ status, reservation }: PayableOrder): boolean {
  return status === 'PENDING' && reservation === 'AT_PAYMENT';
}

/** In a fixed order against deadlocks. After the commit it drops cached copies and wakes watchers. */
export async function lockQuotas(app: Parts, tx: Transaction, raffleIds: string[]): Promise<LockedQuotas> {
  const counters = new Map((await tx.query(lockCounters, [raffleIds])).map((counter) => [counter.raffleId, counter]));
  const movedOrders = new Set<string>();
  tx.afterCommit(() => {
    for (const raffleId of raffleIds) {
      app.raffles.drop(raffleId);
      app.sellBarWatch.touch(raffleId);
      app.salesWatch.touch(raffleId);
    }
    for (const orderId of movedOrders) app.orderWatch.touch(orderId);
  });

  const counterOf = (raffleId: string): Counter => {
    const counter = counters.get(raffleId);
    if (!counter) throw new Error(`raffle ${raffleId} has no counter`);
    return counter;
  };
  const moved = async (orders: OrderOfEvent[], eventOf: (order: OrderOfEvent) => OutgoingEvent): Promise<void> => {
    for (const { id } of orders) movedOrders.add(id);
    await writeEvents(app, tx, orders.map(eventOf));
  };

  /** What an order that is no longer PENDING held. */
  const giveBack = ({ raffleId, reservation, unproven, quotaQuantity }: HeldOrder): void => {
    const counter = counterOf(raffleId);
    if (reservation === 'RESERVED') counter.reserved -= quotaQuantity;
    if (unproven) counter.unproven -= quotaQuantity;
  };
  const findDisplaceable = async (raffleId: string, quotas: number, not: string[]): Promise<Displaceable[]> => {
    const found: Displaceable[] = [];
    for (let sum = 0; sum < quotas;) {
      const page = await tx.query(selectDisplaceable, [raffleId, found.at(-1)?.id ?? null, not, DISPLACEABLE_READ_AT_ONCE]);
      found.push(...page);
      sum += page.reduce((more, { quotaQuantity }) => more + quotaQuantity, 0);
      if (page.length < DISPLACEABLE_READ_AT_ONCE) break;
    }
    return found;
  };

  const release: LockedQuotas['release'] = async (orderIds, status, charges) => {
    if (orderIds.length === 0) return [];
    const released = await tx.query(releaseOrders, [orderIds, status, charges === 'STILL_PAYABLE' ? null : charges]);
    for (const order of released) giveBack(order);
    await moved(released, (order) => orderEvent(status === 'EXPIRED' ? 'order.expired' : 'order.cancelled', order));
    return released;
  };

  const lockDecisions = async (): Promise<void> => {
    const instant = raffleIds.filter((raffleId) => counterOf(raffleId).isInstant);
    if (instant.length > 0) await tx.query(lockInstants, [instant]);
  };

  return {
    counterOf,
    release,
    async saleState(raffleId) {
      const [sale] = await tx.query(selectSaleState, [raffleId]);
      return sale ?? { isSelling: false, now: 0, unprovenShare: 0 };
    },
    async paymentRoom(raffleId, { unprovenShare }, arriving) {
      const sale = { ...counterOf(raffleId), unprovenShare };
      const wanted = arriving.flatMap(({ order }) => (order && mayDisplace(order) ? order.quotaQuantity : []));
      const missing = wanted.reduce((sum, quantity) => sum + quantity, 0) - roomOf(sale).free;
      const keeping = arriving.flatMap(({ amount, order }) => (order && amount >= order.totalValue ? order.id : []));
      return createPaymentRoom(sale, await findDisplaceable(raffleId, Math.min(missing, sale.unproven), keeping));
    },
    async displace(orderIds) {
      if (orderIds.length === 0) return;
      const displaced = await tx.query(displaceOrders, [orderIds]);
      for (const { raffleId, quotaQuantity } of displaced) {
        const counter = counterOf(raffleId);
        counter.reserved -= quotaQuantity;
        counter.unproven -= quotaQuantity;
      }
      await moved(displaced, (order) => orderEvent('order.unreserved', order));
    },
    async lockOrders(orderIds) {
      return new Map((await tx.query(lockPayableOrders, [orderIds])).map((order) => [order.id, order]));
    },
    async hasUnpaid(raffleId) {
      return (await tx.query(selectUnpaidOrders, [raffleId, 1])).length > 0;
    },
    async isOrdered(raffleId) {
      const [found] = await tx.query(selectIsOrdered, [raffleId]);
      return found?.isOrdered ?? false;
    },
    async releaseUnpaid(raffleId) {
      const unpaid = await tx.query(selectUnpaidOrders, [raffleId, RELEASED_AT_ONCE]);
      const released = await release(
        unpaid.map(({ id }) => id),
        'CANCELLED',
        'STILL_PAYABLE',
      );
      return released.length;
    },
    async allocate(raffleId, paid, { now }) {
      if (paid.length === 0) return;
      const counter = counterOf(raffleId);
      const firstLeaf = counter.leaves;
      // A prize may have been sent to the close before, with a leaf of its own.
      if (counter.isInstant && counter.allocated === 0) await tx.query(bindChain, [raffleId, app.rounds.chain.hash]);
      if (counter.isInstant) counter.lastRound = greatest(counter.lastRound, BigInt(app.rounds.unknownTo(now)));
      const quantity = paid.reduce((sum, { order }) => sum + order.quotaQuantity, 0);
      // Fresh ones first.
      const resold = Math.max(0, quantity - (counter.sellable - counter.allocated));
      const fresh = { firstOrdinal: counter.allocated, endOrdinal: counter.allocated + quantity - resold };
      const supply = [fresh, ...(resold > 0 ? await tx.query(takeReturned, [raffleId, resold]) : [])];
      const orders = paid.map((one): AllocatedOrder => ({ ...one, blocks: takeFrom(supply, one.order.quotaQuantity) }));
      for (const { order } of paid) if (order.status === 'PENDING') giveBack(order);
      counter.allocated += quantity - resold;
      counter.returned -= resold;
      const blocks = orders.flatMap(({ order, blocks: own }) => own.map((block) => ({ ...block, orderId: order.id })));
      counter.leaves += blocks.length;
      await tx.query(allocateOrders, [
        raffleId,
        paid.map(({ order }) => order.id),
        paid.map(({ paidAt }) => paidAt),
        paid.map(({ how }) => how),
        blocks.map(({ orderId }) => orderId),
        blocks.map(({ firstOrdinal }) => firstOrdinal),
        blocks.map(({ endOrdinal }) => endOrdinal),
        firstLeaf,
        counter.isInstant ? counter.lastRound : null,
        resold,
      ]);
      for (const hook of app.quotaHooks) await hook.allocated?.(tx, raffleId, orders, counterOf);
      await moved(
        paid.map(({ order }) => order),
        (order) => orderEvent('order.paid', order),
      );
      if (counter.allocated - counter.returned === counter.sellable) await tx.query(markSoldOut, [raffleId]);
    },
    async refusal(order) {
      await lockDecisions();
      for (const hook of app.quotaHooks) {
        const reason = await hook.refusal?.(tx, order, counterOf);
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
    async sendToClose(raffleId, prizeId) {
      const counter = counterOf(raffleId);
      await tx.query(enterToClose, [raffleId, counter.leaves, prizeId, counter.allocated]);
      counter.leaves += 1;
    },
    async void(orderIds) {
      await lockDecisions();
      const voided = await tx.query(voidOrders, [orderIds]);
      if (voided.length === 0) return voided;
      for (const counter of await tx.query(lockCounters, [raffleIds])) {
        counters.set(counter.raffleId, counter);
        if (counter.returned > 0) await tx.query(reopenSoldOut, [counter.raffleId]);
      }
      for (const hook of app.quotaHooks) await hook.voided?.(tx, voided, counterOf);
      const refunds = await tx.query(selectMoneyRefunded, [voided.map(({ id }) => id)]);
      await moved(voided, (order) => refundedOrderEvent(order, refunds));
      return voided;
    },
    async resize(raffleId, sellable) {
      await tx.query(resizeCounter, [raffleId, sellable]);
      counterOf(raffleId).sellable = sellable;
    },
    async changeQuotaPrizes(raffleId, { sellable, quotaPrizes }) {
      await tx.query(countQuotaPrizeChange, [raffleId, sellable, quotaPrizes]);
      const counter = counterOf(raffleId);
      Object.assign(counter, { sellable, quotaPrizes, quotaPrizeChanges: counter.quotaPrizeChanges + 1 });
    },
  };
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
