import type { Context } from '../context.js';
import { selectAccountsOfPhone } from './account-of-phone.sql.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import type { UserFilterInput } from './user.input.js';
import { type Person, parsePhone, changedPerson, personProblems } from './person.js';
import { type UserRow, userLists, type UserScope } from './user.sql.js';
import type { Page, TwoWayPageRequest } from '../platform/page.js';

/** UNAUTHENTICATED if the account was deleted after the token was issued. */
export async function me(ctx: Context): Promise<UserRow> {
  const user = ctx.principal.role === 'PUBLIC' ? null : await ctx.loaders.user.load(ctx.principal.id);
  if (!user || user.deletedAt) throw refuse('users.accountGone');
  return user;
}

/** Deleted users too. NOT_FOUND. */
export async function findUser(ctx: Context, id: string): Promise<UserRow> {
  const user = isUuid(id) ? await ctx.loaders.user.load(id.toLowerCase()) : null;
  if (!user) throw refuse('users.notFound');
  return user;
}

/** NOT_FOUND; BAD_USER_INPUT if it is no phone number. */
export async function findUserByPhone({ db }: Context, phone: string): Promise<UserRow> {
  const number = parsePhone(phone);
  if (!number) throw refuseField('phone', 'users.phone');
  const [user] = await db.query(selectAccountsOfPhone, [number, null]);
  if (!user) throw refuse('users.notFound');
  const { passwordHash: _, ...row } = user;
  return row;
}

/** At most 100: a phone or a CPF may be in several accounts. */
export async function findBuyerIds({ db }: Context, { phone, cpf }: Pick<Person, 'phone' | 'cpf'>): Promise<string[]> {
  const where = { ...(phone != null && { phone }), ...(cpf != null && { cpf }) };
  const order = { phoneProvedAt: { sort: 'asc', nulls: 'last' } } as const;
  const users = await db.prisma.user.findMany({ where, select: { id: true }, orderBy: [order, { createdAt: 'asc' }], take: 100 });
  return users.map(({ id }) => id);
}

/** Buyers by default. BAD_USER_INPUT by field. */
export async function listUsers(ctx: Context, filter: UserFilterInput, page: TwoWayPageRequest): Promise<Page<UserRow>> {
  refuseUnfit(ctx, filter);
  const { role, from, to, isBlocked = null } = filter;
  const { phone = null, cpf = null, email = null } = changedPerson(filter);
  const scope = scopeOf({ phone, cpf, email, isBlocked });
  const isKey = scope === 'phone' || scope === 'cpf' || scope === 'email';
  const span = { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
  return userLists[scope].page(ctx.db, page, [role ?? 'USER', ...(isKey ? [phone, cpf, email, isBlocked] : [])], { span });
}

function refuseUnfit({ config }: Context, { phone, cpf, email, from, to }: UserFilterInput): void {
  const problems = personProblems({ phone, cpf, email }, config.businessTimeZone);
  if (from && to && from >= to) problems.to = [textOf('platform.afterFrom')];
  refuseProblems(problems);
}

function scopeOf({
  phone,
  cpf,
  email,
  isBlocked,
}: Record<'phone' | 'cpf' | 'email', string | null> & { isBlocked: boolean | null }): UserScope {
  if (phone !== null) return 'phone';
  if (cpf !== null) return 'cpf';
  if (email !== null) return 'email';
  if (isBlocked === null) return 'all';
  return isBlocked ? 'blocked' : 'unblocked';
}
