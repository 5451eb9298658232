import type { Context } from '../context.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import type { Person } from './person.js';
import { parsePhone } from './phone.js';
import type { UserRow } from './user.sql.js';

/** The caller's own row. UNAUTHENTICATED when the account has been deleted since the token was issued. */
export async function me(ctx: Context): Promise<UserRow> {
  const user = ctx.principal.role === 'PUBLIC' ? null : await ctx.loaders.user.load(ctx.principal.id);
  if (!user || user.deletedAt) throw refuse('users.accountGone');
  return user;
}

/** Anybody, deleted users too: what they did is still theirs. NOT_FOUND. */
export async function findUser(ctx: Context, id: string): Promise<UserRow> {
  const user = isUuid(id) ? await ctx.loaders.user.load(id.toLowerCase()) : null;
  if (!user) throw refuse('users.notFound');
  return user;
}

/** The buyer with a phone, in any form that registering takes. NOT_FOUND; BAD_USER_INPUT on what is no phone. */
export async function findUserByPhone({ db }: Context, phone: string): Promise<UserRow> {
  const number = parsePhone(phone);
  if (!number) throw refuseField('phone', 'users.phone');
  const user = await db.prisma.user.findUnique({ where: { phone: number }, omit: { passwordHash: true } });
  if (!user) throw refuse('users.notFound');
  return user;
}

/** The buyer who has a phone, or a CPF, or both, as they are kept; undefined when nobody has. */
export async function findBuyerId({ db }: Context, { phone, cpf }: Pick<Person, 'phone' | 'cpf'>): Promise<string | undefined> {
  const where = { ...(phone != null && { phone }), ...(cpf != null && { cpf }) };
  const user = await db.prisma.user.findFirst({ where, select: { id: true } });
  return user?.id;
}
