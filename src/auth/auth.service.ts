import type { Context } from '../context.js';
import type { User } from '../generated/prisma/client.js';
import { DomainError } from '../platform/domain-error.js';
import { parsePhone } from '../users/phone.js';
import type { UserRow } from '../users/user.sql.js';
import { createCustomer, type NewCustomer } from '../users/customer.service.js';
import { verifyPassword } from '../platform/passwords.js';

/** A fresh token and its owner, who sees their own data whole. */
export interface Session {
  accessToken: string;
  expiresAt: Date;
  user: UserRow & { viewedByOwner: true };
}

/**
 * Logs a buyer in by phone and password. UNAUTHENTICATED, in the same words and after the same time, whether the phone
 * is nobody's, an operator's or a deleted buyer's, or the password is wrong. RATE_LIMITED after too many failures.
 */
export function userLogin(ctx: Context, { phone, password }: { phone: string; password: string }): Promise<Session> {
  const number = parsePhone(phone);
  const find = async () =>
    number ? ctx.db.prisma.user.findUnique({ where: { phone: number, role: 'USER', deletedAt: null } }) : null;
  return login(ctx, { find, account: number ?? phone, password, calledBy: 'phone' });
}

/** Logs an operator in by email and password; fails like `userLogin`, a buyer's email included. */
export function adminLogin(ctx: Context, input: { email: string; password: string }): Promise<Session> {
  const email = input.email.trim().toLowerCase();
  const find = () => ctx.db.prisma.user.findUnique({ where: { email, role: 'ADMIN', deletedAt: null } });
  return login(ctx, { find, account: email, password: input.password, calledBy: 'email' });
}

/** Makes a customer and logs them in. BAD_USER_INPUT by field, RATE_LIMITED after too many from one address. */
export async function registerCustomer(ctx: Context, input: NewCustomer): Promise<Session> {
  await ctx.loginLimits.countRegistration(ctx.clientAddress);
  return openSession(ctx, await createCustomer(ctx, input));
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
): Promise<Session> {
  const user = await ctx.loginLimits.guard({ account, clientAddress: ctx.clientAddress }, async () => {
    const found = await find();
    const isRight = await verifyPassword(found?.passwordHash, password);
    return found && isRight ? found : undefined;
  });
  if (!user) throw new DomainError('UNAUTHENTICATED', `The ${calledBy} or the password is wrong.`);
  const { passwordHash: _, ...row } = user;
  return openSession(ctx, row);
}

function openSession(ctx: Context, user: UserRow): Session {
  return { ...ctx.tokens.issue(user.role, user.id, user.tokenVersion), user: { ...user, viewedByOwner: true } };
}
