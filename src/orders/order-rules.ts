import type { ReservationField } from '../generated/prisma/client.js';
import { DomainError, refuse, refuseField, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { MAX_CENTAVOS } from '../platform/money.js';
import { ADULT_YEARS } from '../raffles/adult.js';
import { dayText, standingOf, type Validity } from '../raffles/certificate.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { Context } from '../context.js';
import { nextTier } from '../pricing/price.js';
import { roomOf } from '../quotas/room.js';
import { selectCredit } from './order.sql.js';
import type { OrderPrice } from './order.type.js';

const BUYER_FIELDS: Record<ReservationField, 'name' | 'phone' | 'cpf' | 'email' | 'birthDate'> = {
  NAME: 'name',
  PHONE: 'phone',
  CPF: 'cpf',
  EMAIL: 'email',
  BIRTH_DATE: 'birthDate',
};

/** Why the raffle does not sell so many on this day of the business. The database has the last word on all but the certificate. */
export function refusalOf(
  raffle: RaffleSnapshot,
  { quotaQuantity, acceptedRegulationHash }: { quotaQuantity: number; acceptedRegulationHash?: string | null | undefined },
  today: string,
): DomainError | undefined {
  if (raffle.status === 'SOLD_OUT') return refuse('orders.noneLeft');
  if (raffle.status === 'SOON') return refuse('orders.notOpenYet');
  if (raffle.status !== 'OPEN') return refuse('orders.notOpenAnyMore');
  return (
    refusalByCertificate(raffle, today)
    ?? refusalOfQuantity(raffle, quotaQuantity)
    ?? refusalOfRegulation(raffle, acceptedRegulationHash)
  );
}

/** Who read the version before may still buy: a page may be as old, and a buyer types personal data meanwhile. */
const READ_BEFORE_MS = 5 * 60_000;

/** Null when the caller names none; undefined for one that does not apply. */
export function acceptedVersion({ regulations }: Pick<RaffleSnapshot, 'regulations'>, hash: string | null | undefined) {
  if (hash == null) return null;
  const [current, before] = regulations;
  if (current?.hash === hash.toLowerCase()) return current.version;
  const isRecent = current !== undefined && Date.now() - Date.parse(current.createdAt) < READ_BEFORE_MS;
  return isRecent && before?.hash === hash.toLowerCase() ? before.version : undefined;
}

function refusalOfRegulation(raffle: RaffleSnapshot, hash: string | null | undefined): DomainError | undefined {
  if (acceptedVersion(raffle, hash) !== undefined) return undefined;
  const [current] = raffle.regulations;
  return current ? refuse('orders.regulationChanged', { hash: current.hash }) : refuse('orders.noRegulation');
}

export function refusalByCertificate(raffle: Validity, today: string): DomainError | undefined {
  const { certifiedFrom, certifiedUntil } = raffle;
  const standing = standingOf(raffle, today);
  if (standing === 'NOT_YET') return refuse('orders.certificateNotYet', { day: dayText(certifiedFrom ?? today) });
  return standing === 'OVER' ? refuse('orders.certificateOver', { day: dayText(certifiedUntil ?? today) }) : undefined;
}

function refusalOfQuantity(raffle: RaffleSnapshot, quotaQuantity: number): DomainError | undefined {
  const { minReservationQuantity: min, maxReservationQuantity: max } = raffle;
  if (quotaQuantity < min) return refuseField('quotaQuantity', 'platform.min', { min });
  if (quotaQuantity > max) return refuseField('quotaQuantity', 'platform.max', { max });
  if (raffle.quotaPrice * BigInt(quotaQuantity) > MAX_CENTAVOS) return refuseField('quotaQuantity', 'orders.pixTotal');
  return undefined;
}

export function incompleteBuyer(missing: readonly ReservationField[]): DomainError {
  const fields = missing.map((field) => BUYER_FIELDS[field]);
  const problems: FieldProblems = Object.fromEntries(fields.map((field) => [field, [textOf('orders.requiredByRaffle')]]));
  return refuse('orders.incompleteBuyer', { fields }, { fields: problems });
}

export function underageBuyer(): DomainError {
  const problems = { birthDate: [textOf('orders.adult', { years: ADULT_YEARS })] };
  return refuse('orders.underage', { years: ADULT_YEARS }, { fields: problems });
}

export async function findOrderPrice(
  ctx: Context,
  raffleId: string,
  quotaQuantity: number,
): Promise<OrderPrice & { raffleId: string }> {
  const raffle = await findVisibleRaffle(ctx, raffleId);
  const refusal = refusalOfQuantity(raffle, quotaQuantity);
  if (refusal) throw refusal;
  const { bonusQuotas, discount, totalValue } = ctx.prices.of(raffle, quotaQuantity);
  const next = nextTier(raffle, quotaQuantity);
  return {
    raffleId: raffle.id,
    quotaQuantity: quotaQuantity + bonusQuotas,
    bonusQuotas,
    priceByQuota: raffle.quotaPrice,
    discount,
    totalValue,
    available: roomOf(raffle).unpaid,
    nextTierAt: next !== null && next <= raffle.maxReservationQuantity ? next : null,
    reservation: await reservationNow(ctx, raffle, { quotaQuantity: quotaQuantity + bonusQuotas, totalValue }),
  };
}

/** As reserve_orders.sql decides it. */
async function reservationNow(
  { db, principal }: Context,
  raffle: RaffleSnapshot,
  { quotaQuantity, totalValue }: Pick<OrderPrice, 'quotaQuantity' | 'totalValue'>,
): Promise<OrderPrice['reservation']> {
  const { unpaid, free, forUnproven } = roomOf(raffle);
  if (quotaQuantity > unpaid) return null;
  if (quotaQuantity > free) return totalValue === 0n ? null : 'AT_PAYMENT';
  if (totalValue === 0n || quotaQuantity <= forUnproven) return 'RESERVED';
  const [buyer] = principal.role === 'USER' ? await db.query(selectCredit, [principal.id]) : [];
  return buyer && totalValue <= buyer.credit ? 'RESERVED' : 'AT_PAYMENT';
}
