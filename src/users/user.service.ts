import type { Context } from '../context.js';
import type { Role } from '../generated/prisma/client.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { decodeCursor, encodeCursor, INSTANT, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import { parsePhone } from './phone.js';
import { countUsers, selectUserByPhone, selectUserPage, type UserRow, type UserScope } from './user.sql.js';

/** The caller's own row. UNAUTHENTICATED when the account has been deleted since the token was issued. */
export async function me(ctx: Context): Promise<UserRow> {
  const user = ctx.principal.role === 'PUBLIC' ? null : await ctx.loaders.user.load(ctx.principal.id);
  if (!user || user.deletedAt) throw new DomainError('UNAUTHENTICATED', 'This account no longer exists.');
  return user;
}

/** Anybody, deleted users too: what they did is still theirs. NOT_FOUND. */
export async function findUser(ctx: Context, id: string): Promise<UserRow> {
  const user = isUuid(id) ? await ctx.loaders.user.load(id.toLowerCase()) : null;
  if (!user) throw notFound('user');
  return user;
}

/** The buyer with a phone, in any form that registering takes. NOT_FOUND; BAD_USER_INPUT on what is no phone. */
export async function findUserByPhone({ db }: Context, phone: string): Promise<UserRow> {
  const number = parsePhone(phone);
  if (!number) throw badField('phone', 'must be a Brazilian phone with its area code, or start with + and a country code');
  const [user] = await db.query(selectUserByPhone, [number]);
  if (!user) throw notFound('user');
  return user;
}

/** Buyers or operators, or those of them that are blocked, newest first; deleted ones are not among them. */
export async function listUsers(
  { db }: Context,
  { role, isBlocked, ...page }: PageRequest & { role: Role; isBlocked?: boolean | null | undefined },
): Promise<Page<UserRow>> {
  const scope: UserScope = isBlocked == null ? 'all' : isBlocked ? 'blocked' : 'unblocked';
  const [below, belowId] = page.after == null ? ['infinity', null] : decodeCursor(page.after, [INSTANT, UUID]);
  const rows = await db.query(selectUserPage[scope], [role, below, belowId, page.first + 1]);
  return pageOf(
    rows,
    page,
    ({ createdAt, id }) => encodeCursor(createdAt.toISOString(), id),
    async () => (await db.query(countUsers[scope], [role]))[0]?.count ?? 0,
  );
}
