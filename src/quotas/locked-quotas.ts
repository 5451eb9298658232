import type { App } from '../context.js';
import type { ChargeStatus, OrderStatus, PaidHow } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { groupBy } from '../platform/group-by.js';
import type { KeyedText } from '../platform/texts.js';
import { writeEvents, type OutgoingEvent } from '../webhooks/outbox.js';
import {
  allocateOrders,
  lockPayableOrders,
  markSoldOut,
  selectSaleStates,
  type PayableOrder,
  type SaleState,
  releaseOrders,
  selectUnpaidOrders,
  voidOrders,
} from './move-orders.sql.js';
import { enterToClose, lockInstants } from './instant-blocks.sql.js';
import { displaceOrders, selectDisplaceable } from './displace-orders.sql.js';
import { createPaymentRoom, roomOf, type Displaceable, type PaymentRoom } from './room.js';
import { reopenSoldOut } from './resale.sql.js';
import { takeQuotas, type Allocation } from './take-quotas.js';
import {
  countQuotaPrizeChange,
  lockCounters,
  lockFreeCounters,
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

export type CounterOf = (raffleId: string) => Readonly<Counter>;
export type SaleStates = ReadonlyMap<string, SaleState>;

export interface RefundedOrder {
  id: string;
  raffleId: string;
}

/** Takes part in the transaction that changes paid orders: an error rolls it back. */
export interface QuotaHook {
  allocated?(tx: Transaction, paid: readonly PaidOrder[]): Promise<void>;
  voided?(tx: Transaction, orders: readonly OrderOfEvent[], counterOf: CounterOf): Promise<void>;
  /** Why a paid order may not be refunded. Not asked about money that a provider has returned already. */
  refusal?(tx: Transaction, order: RefundedOrder, counterOf: CounterOf): Promise<KeyedText | undefined>;
}

/** Only this changes counters, buyers, blocks and the status of orders. Each change of an order writes its one event. */
export interface LockedQuotas {
  counterOf(raffleId: string): Counter;
  /** False for a raffle that another transaction held, with `skipsHeld`. */
  isLocked(raffleId: string): boolean;
  saleStates(): Promise<SaleStates>;
  /**
   * Of the raffles of `arriving`: the orders to be paid and the centavos that arrived. An order that is paid in full keeps its
   * reservation.
   */
  paymentRooms(sales: SaleStates, arriving: { amount: bigint; order: PayableOrder }[]): Promise<ReadonlyMap<string, PaymentRoom>>;
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
  /** A raffle becomes SOLD_OUT with its last quota. With instant prizes, a round that nobody knows yet decides what is won. */
  allocate(paid: PaidOrder[], sales: SaleStates): Promise<void>;
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

/**
 * In a fixed order against deadlocks, or those that no other transaction holds. After the commit it drops cached copies and wakes
 * watchers.
 */
export async function lockQuotas(
  app: Parts,
  tx: Transaction,
  raffleIdsToLock: string[],
  { skipsHeld = false }: { skipsHeld?: boolean } = {},
): Promise<LockedQuotas> {
  const lock = (ids: string[]) => tx.query(skipsHeld ? lockFreeCounters : lockCounters, [ids.toSorted()]);
  const locked = await lock(raffleIdsToLock);
  const counters = new Map(locked.map((counter) => [counter.raffleId, counter]));
  const raffleIds = [...counters.keys()];
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
    isLocked: (raffleId) => counters.has(raffleId),
    async saleStates() {
      return new Map((await tx.query(selectSaleStates, [raffleIds])).map((sale) => [sale.raffleId, sale]));
    },
    async paymentRooms(sales, arriving) {
      const rooms = new Map<string, PaymentRoom>();
      for (const [raffleId, own] of groupBy(arriving, ({ order }) => order.raffleId)) {
        const sale = { ...counterOf(raffleId), unprovenShare: sales.get(raffleId)?.unprovenShare ?? 0 };
        const wanted = own.reduce((sum, { order }) => sum + (mayDisplace(order) ? order.quotaQuantity : 0), 0);
        const keeping = own.flatMap(({ amount, order }) => (amount >= order.totalValue ? order.id : []));
        const missing = Math.min(wanted - roomOf(sale).free, sale.unproven);
        rooms.set(raffleId, createPaymentRoom(sale, await findDisplaceable(raffleId, missing, keeping)));
      }
      return rooms;
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
    async allocate(paid, sales) {
      if (paid.length === 0) return;
      const allocations: Allocation[] = [];
      for (const [raffleId, own] of groupBy(paid, ({ order }) => order.raffleId))
        allocations.push(await takeQuotas(app, tx, counterOf(raffleId), own, sales.get(raffleId)?.now ?? 0));
      for (const { order } of paid) if (order.status === 'PENDING') giveBack(order);
      const blocks = allocations.flatMap((allocation) => allocation.blocks);
      await tx.query(allocateOrders, [
        paid.map(({ order }) => order.id),
        paid.map(({ paidAt }) => paidAt),
        paid.map(({ how }) => how),
        blocks.map(({ orderId }) => orderId),
        blocks.map(({ firstOrdinal }) => firstOrdinal),
        blocks.map(({ endOrdinal }) => endOrdinal),
        blocks.map(({ leaf }) => leaf),
        allocations.map(({ raffleId }) => raffleId),
        allocations.map((allocation) => allocation.blocks.length),
        allocations.map(({ round }) => round),
        allocations.map(({ resold }) => resold),
      ]);
      for (const hook of app.quotaHooks) await hook.allocated?.(tx, paid);
      await moved(
        paid.map(({ order }) => order),
        (order) => orderEvent('order.paid', order),
      );
      const soldOut = allocations.flatMap(({ raffleId }) => {
        const { allocated, returned, sellable } = counterOf(raffleId);
        return allocated - returned === sellable ? raffleId : [];
      });
      if (soldOut.length > 0) await tx.query(markSoldOut, [soldOut]);
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
      for (const counter of await lock(raffleIds)) {
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
