import type { Context } from '../context.js';
import type { Role } from '../generated/prisma/client.js';
import { refuseProblems, textOf } from '../platform/domain-error.js';
import type { Page, TwoWayPageRequest } from '../platform/page.js';
import { changedPerson, personProblems } from './person.js';
import { userLists, type UserRow, type UserScope } from './user.sql.js';

/** Which users: every condition that is given must hold. */
export interface UserFilter {
  role?: Role | null | undefined;
  /** In any form that registering takes. */
  phone?: string | null | undefined;
  cpf?: string | null | undefined;
  email?: string | null | undefined;
  /** Who came from this instant on. */
  from?: Date | null | undefined;
  /** Who came before this one. */
  to?: Date | null | undefined;
  isBlocked?: boolean | null | undefined;
}

/** Buyers unless operators are asked for, of those who are not deleted. BAD_USER_INPUT by field. */
export async function listUsers(ctx: Context, filter: UserFilter, page: TwoWayPageRequest): Promise<Page<UserRow>> {
  refuseUnfit(ctx, filter);
  const { role, from, to, isBlocked = null } = filter;
  const { phone = null, cpf = null, email = null } = changedPerson(filter);
  const scope = scopeOf({ phone, cpf, email, isBlocked });
  const isKey = scope === 'phone' || scope === 'cpf' || scope === 'email';
  const span = { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
  return userLists[scope].page(ctx.db, page, [role ?? 'USER', ...(isKey ? [phone, cpf, email, isBlocked] : [])], { span });
}

function refuseUnfit({ config }: Context, { phone, cpf, email, from, to }: UserFilter): void {
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
