import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { SavedFilter } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { lockedUser, userAudit } from '../users/user-admin.service.js';
import { checkedQuery } from './filter-values.js';
import { LONGEST_NAME, MOST_FILTERS } from './saved-filter-limits.js';
import type { SaveFilterInput } from './saved-filter.type.js';

/** Of the caller, by name. */
export async function listFilters(ctx: Context): Promise<SavedFilter[]> {
  return ctx.db.prisma.savedFilter.findMany({ where: { userId: callerId(ctx) }, orderBy: [{ name: 'asc' }, { id: 'asc' }] });
}

/** A new filter, or with an id another name and query of that one. NOT_FOUND, also of another operator; CONFLICT; BAD_USER_INPUT. */
export async function saveFilter(ctx: Context, id: string | null | undefined, input: SaveFilterInput): Promise<SavedFilter> {
  const userId = callerId(ctx);
  const { list } = input;
  const name = input.name.trim();
  if (name === '') throw refuseField('name', 'platform.length', { min: 1, max: LONGEST_NAME });
  const query = checkedQuery(list, input.query);
  return ctx.db.transaction(async (tx) => {
    await lockedUser(tx, userId);
    const before = id == null ? undefined : await ownFilter(tx, userId, id);
    const others = await tx.prisma.savedFilter.findMany({
      where: { userId, list, ...(before && { NOT: { id: before.id } }) },
      select: { name: true },
    });
    if (others.some((other) => other.name === name)) throw refuseField('name', 'savedFilters.taken');
    if (others.length >= MOST_FILTERS) throw refuse('savedFilters.many', { most: MOST_FILTERS });
    const values = { list, name, query };
    const saved = before
      ? await tx.prisma.savedFilter.update({ where: { id: before.id }, data: values })
      : await tx.prisma.savedFilter.create({ data: { id: uuidv7(), userId, ...values } });
    // Not what it says: the log keeps its entries for ever.
    await writeAudit(tx, userAudit(ctx, 'saveFilter', userId, { filterId: saved.id, list }));
    return saved;
  });
}

/** NOT_FOUND, also of another operator. */
export async function deleteFilter(ctx: Context, id: string): Promise<SavedFilter> {
  const userId = callerId(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockedUser(tx, userId);
    const before = await ownFilter(tx, userId, id);
    await tx.prisma.savedFilter.delete({ where: { id: before.id } });
    await writeAudit(tx, userAudit(ctx, 'deleteSavedFilter', userId, { filterId: before.id, list: before.list }));
    return before;
  });
}

async function ownFilter(tx: Transaction, userId: string, id: string): Promise<SavedFilter> {
  const found = isUuid(id) ? await tx.prisma.savedFilter.findFirst({ where: { id, userId } }) : null;
  if (!found) throw refuse('savedFilters.notFound');
  return found;
}

function callerId({ principal }: Context): string {
  if (principal.role !== 'ADMIN') throw refuse('graphql.tokenNeeded');
  return principal.id;
}
