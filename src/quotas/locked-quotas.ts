import type { App } from '../context.js';
import type { ChargeStatus, OrderStatus } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents, type OutgoingEvent } from '../webhooks/outbox.js';
import { allocateOrders, lockPayableOrders, markSoldOut, selectSaleState, type PayableOrder } from './allocate-orders.sql.js';
import { countQuotaPrizeChange, lockCounters, resizeCounter, type Counter } from './counter.sql.js';
import { orderEvent, refundedOrderEvent, type OrderOfEvent } from './order-events.js';
import { selectMoneyRefunded } from './refunded-money.sql.js';
import { releaseOrders, selectUnpaidOrders } from './release-orders.sql.js';
import { voidOrders } from './void-orders.sql.js';

const RELEASED_AT_ONCE = 500;

/** An order that is being paid: whether it still held its reservation, and when the money moved. */
export interface PaidOrder {
  order: PayableOrder;
  reserved: boolean;
  paidAt: Date;
}

/** A block of ordinals that an order was given: [firstOrdinal, firstOrdinal + order.quotaQuantity). */
export interface AllocatedBlock extends PaidOrder {
  firstOrdinal: number;
}

/** The counter of a locked raffle as it stands in the transaction. */
export type CounterOf = (raffleId: string) => Readonly<Counter>;

/** A paid order that is to be refunded, by its buyer or by an operator. */
export interface RefundedOrder {
  id: string;
  raffleId: string;
  byBuyer: boolean;
}

/**
 * Joins what becomes of paid orders, in the transaction of it: what it writes is written with the blocks or not at all, and when it
 * throws nothing was done. Their raffles' counters are locked, so hooks of one raffle run one after the other, in the order of the blocks.
 */
export interface QuotaHook {
  /** Orders of a raffle were paid, and given their blocks. `counterOf` tells of the raffles that are locked. */
  allocated(tx: Transaction, raffleId: string, blocks: readonly AllocatedBlock[], counterOf: CounterOf): Promise<void>;
  /** Orders that were paid are out of the draw. */
  voided(tx: Transaction, orders: readonly OrderOfEvent[], counterOf: CounterOf): Promise<void>;
  /** Makes ready what `allocated` will need of a raffle, before its counter is locked. A sale is right without it too, only slower. */
  prepare?(raffleId: string): void | Promise<void>;
  /** Why somebody may not have a paid order refunded, for a person to read. Money that went back all the same voids it. */
  refusal?(tx: Transaction, order: RefundedOrder): Promise<string | undefined>;
}

/**
 * Raffles' quotas, locked until the transaction ends. Counter, buyers, blocks and the status of orders move here and nowhere else;
 * every order that moves is told of in the outbox by its one event.
 */
export interface LockedQuotas {
  /** As it stands in this transaction. Throws when the raffle has none. */
  counterOf(raffleId: string): Counter;
  /** Whether a raffle still sells, by its status, its dates and the database's clock. */
  isSelling(raffleId: string): Promise<boolean>;
  /** Locks orders to be decided on; those that are not there are left out. */
  lockOrders(orderIds: string[]): Promise<Map<string, PayableOrder>>;
  /**
   * Ends unpaid orders and gives their quotas back; those no longer PENDING are left alone. `charges` is what becomes of their
   * charges, STILL_PAYABLE when nobody has ended them at their providers. Answers those it ended.
   */
  release(
    orderIds: string[],
    status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>,
    charges: Extract<ChargeStatus, 'CANCELLED' | 'FAILED'> | 'STILL_PAYABLE',
  ): Promise<OrderOfEvent[]>;
  /**
   * Cancels unpaid orders of a raffle, 500 at most: each has an event for each endpoint, and nobody pays while the lock is held.
   * Money that arrives for one all the same becomes a late payment. Answers how many.
   */
  releaseUnpaid(raffleId: string): Promise<number>;
  /** Gives paid orders of one raffle the next ordinals, in their order; the raffle is SOLD_OUT with the last one. */
  allocate(raffleId: string, paid: PaidOrder[]): Promise<void>;
  /** Why a paid order may not be refunded, for a person to read; undefined when it may. */
  refusal(order: RefundedOrder): Promise<string | undefined>;
  /** Takes paid orders out of the draw, their refunds written before; their quotas are not sold again. Answers those that were PAID. */
  void(orderIds: string[]): Promise<OrderOfEvent[]>;
  /** Changes how many quotas a raffle sells. */
  resize(raffleId: string, sellable: number): Promise<void>;
  /** Quota prizes were made, deleted, locked or unlocked, which leaves so many of them, and so many quotas for sale. */
  changeQuotaPrizes(raffleId: string, left: Pick<Counter, 'sellable' | 'quotaPrizes'>): Promise<void>;
}

type Parts = Pick<App, 'raffles' | 'sellBarWatch' | 'salesWatch' | 'orderWatch' | 'deliveries' | 'quotaHooks'>;

/**
 * Locks the counters of raffles, in one order for all callers, and after the commit lets everybody know who shows them: their kept
 * copies are dropped, and whoever watches their sales or one of their orders that moved is woken.
 */
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

  const release: LockedQuotas['release'] = async (orderIds, status, charges) => {
    const released = await tx.query(releaseOrders, [orderIds, status, charges === 'STILL_PAYABLE' ? null : charges]);
    for (const { raffleId, quotaQuantity } of released) counterOf(raffleId).reserved -= quotaQuantity;
    await moved(released, (order) => orderEvent(status === 'EXPIRED' ? 'order.expired' : 'order.cancelled', order));
    return released;
  };

  return {
    counterOf,
    release,
    async isSelling(raffleId) {
      const [sale] = await tx.query(selectSaleState, [raffleId]);
      return sale?.isSelling ?? false;
    },
    async lockOrders(orderIds) {
      return new Map((await tx.query(lockPayableOrders, [orderIds])).map((order) => [order.id, order]));
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
    async allocate(raffleId, paid) {
      if (paid.length === 0) return;
      const counter = counterOf(raffleId);
      const blocks = paid.map((one): AllocatedBlock => {
        const { quotaQuantity } = one.order;
        const firstOrdinal = counter.allocated;
        counter.allocated += quotaQuantity;
        if (one.reserved) counter.reserved -= quotaQuantity;
        return { ...one, firstOrdinal };
      });
      await tx.query(allocateOrders, [
        raffleId,
        blocks.map(({ order }) => order.id),
        blocks.map(({ firstOrdinal }) => firstOrdinal),
        blocks.map(({ paidAt }) => paidAt),
        blocks.map(({ reserved }) => reserved),
      ]);
      for (const hook of app.quotaHooks) await hook.allocated(tx, raffleId, blocks, counterOf);
      await moved(
        paid.map(({ order }) => order),
        (order) => orderEvent('order.paid', order),
      );
      if (counter.allocated === counter.sellable) await tx.query(markSoldOut, [raffleId]);
    },
    async refusal(order) {
      for (const hook of app.quotaHooks) {
        const reason = await hook.refusal?.(tx, order);
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
    async void(orderIds) {
      const voided = await tx.query(voidOrders, [orderIds]);
      if (voided.length === 0) return voided;
      for (const hook of app.quotaHooks) await hook.voided(tx, voided, counterOf);
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
