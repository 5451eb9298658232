import type { Context } from '../context.js';
import { findNumberOfOrder } from '../lucky-numbers/lucky-number.service.js';
import { selectOrder, type OrderRow } from '../orders/order.sql.js';
import { refuse } from '../platform/domain-error.js';
import { maskName } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { roomOf } from '../quotas/room.js';
import type { SharedNumber, SharedOrder, SharedPrize } from './shared-order.type.js';

export const MOST_PRIZES = 50;

/** What is public of the order, and for the fields that are read apart the order itself. */
export interface FoundOrder extends SharedOrder {
  order: OrderRow;
}

/** NOT_FOUND for a token that is none of ours, before the database is asked, and once the buyer's account is deleted. */
export async function findSharedOrder(ctx: Context, token: string): Promise<FoundOrder> {
  const orderId = ctx.orderLinks.orderIdOf(token);
  const [order] = orderId === undefined ? [] : await ctx.db.query(selectOrder, [orderId]);
  const buyer = order && (await ctx.loaders.user.load(order.userId));
  if (!order || !buyer || buyer.deletedAt) throw refuse('orders.notFound');
  const { id, status, reservation, quotaQuantity, totalValue, createdAt, paidAt, expiresAt } = order;
  return {
    id,
    status,
    reservation,
    quotaQuantity,
    totalValue,
    createdAt,
    paidAt,
    expiresAt,
    buyerName: maskName(buyer.name),
    pixCode: await payableCode(ctx, order),
    order,
  };
}

/** Who pays it pays this order and gets no right to anything: money that comes too late goes back to who paid. */
async function payableCode({ raffles }: Context, order: OrderRow): Promise<string | null> {
  if (order.status !== 'PENDING' || order.readAt >= order.expiresAt) return null;
  // Banks show the payer whom such a charge names, with the CPF.
  if (order.isDynamic && order.buyerCpf !== null) return null;
  if (order.reservation === 'AT_PAYMENT') {
    const raffle = await raffles.get(order.raffleId);
    if (!raffle || roomOf(raffle).unpaid < order.quotaQuantity) return null;
  }
  return order.qrCodeContent;
}

/** What the winner may know, the oldest first. */
export async function findPrizesOf({ db }: Context, orderId: string): Promise<SharedPrize[]> {
  const prizes = await db.prisma.wonPrize.findMany({
    where: { orderId: BigInt(orderId), shownAt: { not: null }, state: { not: 'RETURNED_TO_CLOSE' } },
    orderBy: [{ shownAt: 'asc' }, { id: 'asc' }],
    take: MOST_PRIZES,
    select: { id: true, kind: true, title: true, value: true, number: true, raffle: { select: { quotaQuantity: true } } },
  });
  return prizes.map(({ number, raffle, ...prize }) => ({
    ...prize,
    luckyNumber: number === null ? null : formatLuckyNumber(number, raffle.quotaQuantity),
  }));
}

/** Null for a number that the order does not have. NOT_FOUND; BAD_USER_INPUT for what is no number of the raffle. */
export async function findSharedNumber(ctx: Context, token: string, text: string): Promise<SharedNumber | null> {
  const found = await findSharedOrder(ctx, token);
  const number = await findNumberOfOrder(ctx, found.order, text);
  if (number === undefined) return null;
  const prizes = await findPrizesOf(ctx, found.id);
  return { number, order: found, prizes: prizes.filter(({ luckyNumber }) => luckyNumber === number) };
}
