import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../platform/passwords.js';
import type { Context } from '../context.js';
import { businessDay } from '../platform/business-day.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { badField, DomainError, type FieldProblems } from '../platform/domain-error.js';
import { parseCpf } from './cpf.js';
import { parsePersonName } from './person-name.js';
import { parsePhone } from './phone.js';
import type { UserRow } from './user.sql.js';

const EARLIEST_BIRTH_DATE = new Date('1900-01-01');

/** A buyer as registered: texts as typed, `birthDate` at midnight UTC of its day. */
export interface NewCustomer {
  name: string;
  phone: string;
  cpf: string;
  email?: string | null;
  birthDate?: Date | null;
  password: string;
}

/** The caller's own row. UNAUTHENTICATED when the account has been deleted since the token was issued. */
export async function me(ctx: Context): Promise<UserRow> {
  const user = ctx.principal.role === 'PUBLIC' ? null : await ctx.loaders.user.load(ctx.principal.id);
  if (!user || user.deletedAt) throw new DomainError('UNAUTHENTICATED', 'This account no longer exists.');
  return user;
}

/**
 * Makes a customer. BAD_USER_INPUT names every field that is wrong or taken.
 *
 * That tells a stranger who has an account. It cannot be hid: a form that works for a new phone and fails for a known
 * one tells as much, so the buyer may as well learn which field to change. What bounds the guessing is the limit on
 * registrations; logging in tells nothing.
 */
export async function createCustomer(ctx: Context, input: NewCustomer): Promise<UserRow> {
  const { password, birthDate = null } = input;
  const name = parsePersonName(input.name);
  const phone = parsePhone(input.phone);
  const cpf = parseCpf(input.cpf);
  const email = input.email?.toLowerCase() ?? null;
  if (!name || !phone || !cpf) throw new DomainError('BAD_USER_INPUT', 'name, phone or cpf is not well-formed');
  if (birthDate) checkBirthDate(birthDate, ctx.config.businessTimeZone);

  const unique = { phone, cpf, email };
  await refuseTaken(ctx, unique);
  const passwordHash = await hashPassword(password);
  try {
    return await ctx.db.prisma.user.create({
      data: { id: uuidv7(), role: 'USER', name, birthDate, passwordHash, ...unique },
      omit: { passwordHash: true },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Somebody was faster between the look and the write: look again for the field's name.
    await refuseTaken(ctx, unique);
    throw new DomainError('CONFLICT', 'Somebody else is registering with the same data: try again.');
  }
}

function checkBirthDate(birthDate: Date, timeZone: string): void {
  if (birthDate >= new Date(businessDay(timeZone))) throw badField('birthDate', 'must be in the past');
  if (birthDate < EARLIEST_BIRTH_DATE) throw badField('birthDate', 'must not be before 1900');
}

/** BAD_USER_INPUT that names all of the three another user has. */
async function refuseTaken(ctx: Context, unique: { phone: string; cpf: string; email: string | null }): Promise<void> {
  const { phone, cpf, email } = unique;
  const holders = await ctx.db.prisma.user.findMany({
    where: { OR: [{ phone }, { cpf }, ...(email ? [{ email }] : [])] },
    select: { phone: true, cpf: true, email: true },
  });
  const fields: FieldProblems = {};
  for (const field of ['phone', 'cpf', 'email'] as const) {
    const isHeld = unique[field] !== null && holders.some((holder) => holder[field] === unique[field]);
    if (isHeld) fields[field] = ['belongs to another account'];
  }
  const names = Object.keys(fields);
  if (names.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', `Another account has this ${names.join(' and ')}: log in, or use another.`, fields);
}
