import type { App } from '../context.js';
import type { LatePaymentReason } from '../generated/prisma/client.js';
import type { Sql } from '../platform/database/statement.js';
import { EXPIRY_GRACE_SECONDS } from '../quotas/expiry-grace.js';
import type { PayableOrder } from '../quotas/move-orders.sql.js';
import { adultSince } from '../raffles/adult.js';
import { standingOf } from '../raffles/certificate.js';
import { readRaffle, type RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import { selectEndedOrders, type EndedOrder } from './ended-orders.sql.js';

/** Why the buyer of an order that has ended could not place it again. */
export const BUYER_REASONS = [
  'BUYER_DELETED',
  'BUYER_BLOCKED',
  'BUYER_DATA',
  'BUYER_LIMIT',
  'ANTI_SPAM',
  'TERMS_CHANGED',
] as const satisfies LatePaymentReason[];
type BuyerReason = (typeof BUYER_REASONS)[number];

interface ArrivingMoney {
  amount: bigint;
  paidAt: Date;
  order: PayableOrder;
}

export interface Revivals {
  /** Why this money does not revive an order that has ended. Its quotas and the sale are not looked at. */
  refusal(order: PayableOrder, paidAt: Date): BuyerReason | undefined;
  /** It was revived. */
  count(order: PayableOrder): void;
}

export const hasEnded = ({ status }: PayableOrder): boolean => status === 'CANCELLED' || status === 'EXPIRED';

/**
 * Money revives an order that has ended only when its buyer could place it now, so that nobody keeps codes to buy what the rules refuse.
 * `arriving`: all of the batch. Ask once the orders are locked.
 */
export async function createRevivals(
  app: Pick<App, 'prices' | 'config' | 'calendar'>,
  sql: Sql,
  arriving: ArrivingMoney[],
): Promise<Revivals> {
  const ended = arriving.flatMap(({ order }) => (hasEnded(order) ? order.id : []));
  const paying = arriving.flatMap(({ order, amount }) => (amount >= order.totalValue ? order.id : []));
  const rows = ended.length === 0 ? [] : await sql.query(selectEndedOrders, [ended, paying]);
  const byId = new Map(rows.map((row) => [row.orderId, row]));
  const isTooLate = (row: EndedOrder, paidAt: Date): boolean =>
    paidAt.getTime() > row.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1_000;
  const termsOf = new Map<string, RaffleSnapshot | undefined>();
  for (const { order, paidAt } of arriving) {
    const row = byId.get(order.id);
    if (row && isTooLate(row, paidAt) && !termsOf.has(order.raffleId))
      termsOf.set(order.raffleId, await readRaffle(sql, order.raffleId));
  }
  const revived: { row: EndedOrder; order: PayableOrder }[] = [];

  return {
    refusal(order, paidAt) {
      const row = byId.get(order.id);
      // This batch has ended it, because its quotas were gone.
      if (!row) return undefined;
      if (row.isDeleted) return 'BUYER_DELETED';
      if (row.isBlocked) return 'BUYER_BLOCKED';
      if (lacksData(row, app.config.businessTimeZone)) return 'BUYER_DATA';
      const { raffleId, userId, quotaQuantity } = order;
      const countsToo = revived.filter(
        (other) =>
          other.order.raffleId === raffleId && (other.order.userId === userId || (!row.isProved && isSamePerson(row, other.row))),
      );
      const taken = countsToo.reduce((sum, other) => sum + other.order.quotaQuantity, quotaQuantity);
      if (row.buyerLeft !== null && taken > row.buyerLeft) return 'BUYER_LIMIT';
      if (row.unpaidLeft !== null && quotaQuantity > row.unpaidLeft) return 'ANTI_SPAM';
      const terms = termsOf.get(raffleId);
      if (isTooLate(row, paidAt) && !(terms && isStillOffered(app, terms, order, row))) return 'TERMS_CHANGED';
      return undefined;
    },
    count(order) {
      const row = byId.get(order.id);
      if (row) revived.push({ row, order });
    },
  };
}

/** As quotas_of_person_inlined.sql has it. */
function isSamePerson(one: EndedOrder, other: EndedOrder): boolean {
  return (one.ownPhone !== null && one.ownPhone === other.ownPhone) || (one.ownCpf !== null && one.ownCpf === other.ownCpf);
}

function lacksData({ data, ...raffle }: EndedOrder, businessTimeZone: string): boolean {
  if (raffle.reservationFields.some((field) => !data[field])) return true;
  const adult = adultSince(raffle, businessTimeZone);
  return adult !== null && data.BIRTH_DATE != null && data.BIRTH_DATE > adult;
}

/** As many quotas, for no more, on a day that the certificate covers. */
function isStillOffered(
  { prices, calendar }: Pick<App, 'prices' | 'calendar'>,
  raffle: RaffleSnapshot,
  { quotaQuantity, totalValue }: PayableOrder,
  { bonusQuotas }: EndedOrder,
): boolean {
  if (standingOf(raffle, calendar.today()) !== 'VALID') return false;
  const ordered = quotaQuantity - bonusQuotas;
  if (ordered < raffle.minReservationQuantity || ordered > raffle.maxReservationQuantity) return false;
  const now = prices.of(raffle, ordered);
  return now.totalValue <= totalValue && now.bonusQuotas >= bonusQuotas;
}
