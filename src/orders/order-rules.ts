import type { Context } from '../context.js';
import type { ReservationField } from '../generated/prisma/client.js';
import { businessDay } from '../platform/business-day.js';
import { badField, DomainError, notFound, type FieldProblems } from '../platform/domain-error.js';
import { MAX_CENTAVOS } from '../platform/money.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { OrderAsked } from './order-asked.js';

const ADULT_YEARS = 18;

const BUYER_FIELDS: Record<ReservationField, 'name' | 'phone' | 'cpf' | 'email' | 'birthDate'> = {
  NAME: 'name',
  PHONE: 'phone',
  CPF: 'cpf',
  EMAIL: 'email',
  BIRTH_DATE: 'birthDate',
};

/** What can be refused before the queue: the raffle's state, its quantities and the buyer's data. The queue's batch decides the rest. */
export async function checkSale(ctx: Context, raffle: RaffleSnapshot, userId: string, asked: OrderAsked): Promise<void> {
  if (raffle.status === 'SOLD_OUT') throw new DomainError('SOLD_OUT', 'No quotas are left.');
  if (raffle.status === 'SOON') throw new DomainError('CONFLICT', 'The raffle is not open for sale yet.');
  if (raffle.status !== 'OPEN') throw new DomainError('CONFLICT', 'The raffle is not open for sale any more.');

  const { minReservationQuantity: min, maxReservationQuantity: max } = raffle;
  if (asked.quotaQuantity < min) throw badField('quotaQuantity', `must be at least ${min}`);
  if (asked.quotaQuantity > max) throw badField('quotaQuantity', `must be at most ${max}`);
  if (raffle.quotaPrice * BigInt(asked.quotaQuantity) > MAX_CENTAVOS)
    throw badField('quotaQuantity', 'makes a total that PIX cannot carry');
  if (raffle.reservationFields.length > 0) await checkBuyer(ctx, raffle.reservationFields, userId, asked);
}

async function checkBuyer(ctx: Context, fields: ReservationField[], userId: string, { buyer }: OrderAsked): Promise<void> {
  const user = await ctx.loaders.user.load(userId);
  if (!user) throw notFound('user');
  const missing = fields
    .map((field) => BUYER_FIELDS[field])
    .filter((field) => !user[field] && !(field !== 'email' && field !== 'birthDate' && buyer?.[field]));
  if (missing.length === 0) return checkAge(ctx, fields, user.birthDate);
  const problems: FieldProblems = Object.fromEntries(missing.map((field) => [field, ['is required by this raffle']]));
  throw new DomainError(
    'BAD_USER_INPUT',
    `This raffle asks for the buyer's ${missing.join(', ')}: complete the profile first.`,
    problems,
  );
}

/** A raffle that asks for the birth date is for adults: 18 years complete by the business's calendar. */
function checkAge({ config }: Context, fields: ReservationField[], birthDate: Date | null): void {
  if (!fields.includes('BIRTH_DATE') || !birthDate) return;
  const today = businessDay(config.businessTimeZone);
  const eighteenYearsAgo = `${Number(today.slice(0, 4)) - ADULT_YEARS}${today.slice(4)}`;
  if (birthDate.toISOString().slice(0, 10) <= eighteenYearsAgo) return;
  const problems = { birthDate: [`must be ${ADULT_YEARS} years ago or more`] };
  throw new DomainError('BAD_USER_INPUT', `This raffle is for buyers of ${ADULT_YEARS} years and more.`, problems);
}
