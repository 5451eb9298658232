import type { ReservationField } from '../generated/prisma/client.js';
import { businessDay } from '../platform/business-day.js';
import { badField, DomainError } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { MAX_CENTAVOS } from '../platform/money.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';

const ADULT_YEARS = 18;

const BUYER_FIELDS: Record<ReservationField, 'name' | 'phone' | 'cpf' | 'email' | 'birthDate'> = {
  NAME: 'name',
  PHONE: 'phone',
  CPF: 'cpf',
  EMAIL: 'email',
  BIRTH_DATE: 'birthDate',
};

/** What can be refused before the queue: the raffle's state and its quantities. The queue's batch decides the rest. */
export function checkSale(raffle: RaffleSnapshot, quotaQuantity: number): void {
  if (raffle.status === 'SOLD_OUT') throw new DomainError('SOLD_OUT', 'No quotas are left.');
  if (raffle.status === 'SOON') throw new DomainError('CONFLICT', 'The raffle is not open for sale yet.');
  if (raffle.status !== 'OPEN') throw new DomainError('CONFLICT', 'The raffle is not open for sale any more.');
  checkQuantity(raffle, quotaQuantity);
}

/** Refuses, by BAD_USER_INPUT, a quantity that no order of the raffle may have. */
export function checkQuantity(raffle: RaffleSnapshot, quotaQuantity: number): void {
  const { minReservationQuantity: min, maxReservationQuantity: max } = raffle;
  if (quotaQuantity < min) throw badField('quotaQuantity', `must be at least ${min}`);
  if (quotaQuantity > max) throw badField('quotaQuantity', `must be at most ${max}`);
  if (raffle.quotaPrice * BigInt(quotaQuantity) > MAX_CENTAVOS)
    throw badField('quotaQuantity', 'makes a total that PIX cannot carry');
}

/**
 * A raffle that asks for the birth date is for adults: the last day, as ISO 8601, on which somebody was born who is 18 years old
 * today by the business's calendar. In a year without a 29 February it may be no day; days are compared as text. Null for other raffles.
 */
export function adultSince({ reservationFields }: RaffleSnapshot, businessTimeZone: string): string | null {
  if (!reservationFields.includes('BIRTH_DATE')) return null;
  const today = businessDay(businessTimeZone);
  return `${Number(today.slice(0, 4)) - ADULT_YEARS}${today.slice(4)}`;
}

/** The refusal of a buyer of whom the raffle asks more than the account and the order tell. */
export function incompleteBuyer(missing: readonly ReservationField[]): DomainError {
  const fields = missing.map((field) => BUYER_FIELDS[field]);
  const problems: FieldProblems = Object.fromEntries(fields.map((field) => [field, ['is required by this raffle']]));
  const message = `This raffle asks for the buyer's ${fields.join(', ')}: complete the profile first.`;
  return new DomainError('BAD_USER_INPUT', message, problems);
}

/** The refusal of a buyer who is too young. */
export function underageBuyer(): DomainError {
  const problems = { birthDate: [`must be ${ADULT_YEARS} years ago or more`] };
  return new DomainError('BAD_USER_INPUT', `This raffle is for buyers of ${ADULT_YEARS} years and more.`, problems);
}
