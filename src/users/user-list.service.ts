import type { Context } from '../context.js';
import type { Role } from '../generated/prisma/client.js';
import { badFields } from '../platform/domain-error.js';
import {
  beginOf,
  encodeCursor,
  INSTANT,
  keyOf,
  pageOf,
  readingOf,
  UUID,
  type Page,
  type Place,
  type TwoWayPageRequest,
} from '../platform/page.js';
import { changedPerson, personProblems } from './person.js';
import { countUsers, isKey, selectUserPage, type UserRow, type UserScope } from './user.sql.js';

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

/** A page stands behind nothing: before the first of all, or behind the last. */
const ENDS = {
  descending: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ascending: ['-infinity', '00000000-0000-0000-0000-000000000000'],
} as const;

/** Buyers unless operators are asked for, of those who are not deleted. BAD_USER_INPUT by field. */
export async function listUsers(ctx: Context, filter: UserFilter, page: TwoWayPageRequest): Promise<Page<UserRow>> {
  refuseUnfit(ctx, filter);
  const { role, from, to, isBlocked = null } = filter;
  const { phone = null, cpf = null, email = null } = changedPerson(filter);
  const scope = scopeOf({ phone, cpf, email, isBlocked });
  const span = { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
  const key = isKey(scope) ? [phone, cpf, email, isBlocked] : [];
  const reading = readingOf(page);
  const direction = reading.isDescending ? 'descending' : 'ascending';
  const behind = (keyOf(reading, [INSTANT, UUID]) ?? ENDS[direction]) as Place;
  const { place, otherEnd } = beginOf(reading, { behind, span, leastId: ENDS.ascending[1] });
  const values = [role ?? 'USER', otherEnd, reading.first + 1, ...key, ...place];
  const rows = await ctx.db.query(selectUserPage[scope][direction], values);
  return pageOf(
    rows,
    reading,
    ({ createdAt, id }) => encodeCursor(createdAt.toISOString(), id),
    async () => (await ctx.db.query(countUsers[scope], [role ?? 'USER', span.from, span.to, ...key]))[0]?.count ?? 0,
  );
}

function refuseUnfit({ config }: Context, { phone, cpf, email, from, to }: UserFilter): void {
  const problems = personProblems({ phone, cpf, email }, config.businessTimeZone);
  if (from && to && from >= to) problems.to = ['must be after from'];
  if (Object.keys(problems).length > 0) throw badFields(problems);
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
