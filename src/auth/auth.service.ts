import type { Context } from '../context.js';
import type { User } from '../generated/prisma/client.js';
import { refuse, refuseFields } from '../platform/domain-error.js';
import { parsePhone } from '../users/phone.js';
import { createCustomer, type NewCustomer } from '../users/customer.service.js';
import { verifyPassword } from '../platform/passwords.js';
import { useLoginCode } from './login-code.service.js';
import { openSession, type SignedIn } from './session.service.js';

/**
 * Logs a buyer in by phone and password, or by phone and a code. UNAUTHENTICATED, in the same words and after the same time, whether the
 * phone is nobody's, an operator's or that of a buyer who was deleted or blocked, or the password or code is wrong. BAD_USER_INPUT
 * unless it is one of both. RATE_LIMITED after too many failures.
 */
export async function userLogin(
  ctx: Context,
  { phone, password, code }: { phone: string; password?: string | null; code?: string | null },
): Promise<SignedIn> {
  if ((password == null) === (code == null)) {
    const problem = password == null ? 'is needed, or else a' : 'must not be given beside a';
    throw refuseFields({ password: [`${problem} code`], code: [`${problem} password`] });
  }
  const number = parsePhone(phone);
  const find = async () => (number ? findBuyer(ctx, number) : null);
  if (password != null) return login(ctx, { find, account: number ?? phone, password, calledBy: 'phone' });
  return enter(ctx, await buyerByCode(ctx, number ?? phone, code ?? ''));
}

/** Logs an operator in by email and password; fails like `userLogin`, a buyer's email included. */
export function adminLogin(ctx: Context, input: { email: string; password: string }): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const find = () => ctx.db.prisma.user.findUnique({ where: { email, role: 'ADMIN', deletedAt: null, blockedAt: null } });
  return login(ctx, { find, account: email, password: input.password, calledBy: 'email' });
}

/** Makes a customer and logs them in. BAD_USER_INPUT by field, RATE_LIMITED after too many from one address. */
export async function registerCustomer(ctx: Context, input: NewCustomer): Promise<SignedIn> {
  await ctx.loginLimits.countRegistration(ctx.clientAddress);
  const user = await createCustomer(ctx, input);
  return ctx.db.transaction((tx) => openSession(ctx, tx, user));
}

/** The buyer of a phone who proves by a code to have it; UNAUTHENTICATED, as it is of anybody else's phone. */
export async function buyerByCode(ctx: Context, account: string, code: string): Promise<User> {
  const user = await ctx.loginLimits.guard({ account, clientAddress: ctx.clientAddress }, async () => {
    if (!(await useLoginCode(ctx, account, code))) return undefined;
    return (await findBuyer(ctx, account)) ?? undefined;
  });
  if (!user) throw refuse('auth.wrongCode');
  return user;
}

function findBuyer(ctx: Context, phone: string): Promise<User | null> {
  return ctx.db.prisma.user.findUnique({ where: { phone, role: 'USER', deletedAt: null, blockedAt: null } });
}

async function login(
  ctx: Context,
  {
    find,
    account,
    password,
    calledBy,
  }: {
    find: () => Promise<User | null>;
    account: string;
    password: string;
    calledBy: 'phone' | 'email';
  },
): Promise<SignedIn> {
  const user = await ctx.loginLimits.guard({ account, clientAddress: ctx.clientAddress }, async () => {
    const found = await find();
    const isRight = await verifyPassword(found?.passwordHash, password);
    return found && isRight ? found : undefined;
  });
  if (!user) throw refuse(calledBy === 'phone' ? 'auth.wrongPhoneOrPassword' : 'auth.wrongEmailOrPassword');
  return enter(ctx, user);
}

function enter(ctx: Context, user: User): Promise<SignedIn> {
  const { passwordHash: _, ...row } = user;
  return ctx.db.transaction((tx) => openSession(ctx, tx, row));
}
