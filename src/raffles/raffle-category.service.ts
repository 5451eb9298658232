import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { RaffleCategory } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { isForeignKeyViolation, isUniqueViolation } from '../platform/database/errors.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';

const MAX_CATEGORIES = 200;

export async function createRaffleCategory(ctx: Context, input: { name: string }): Promise<RaffleCategory> {
  const name = composedName(input.name);
  const id = uuidv7();
  return ctx.db
    .transaction(async (tx) => {
      if ((await tx.prisma.raffleCategory.count()) >= MAX_CATEGORIES) {
        throw refuse('raffles.tooManyCategories', { most: MAX_CATEGORIES });
      }
      const created = await tx.prisma.raffleCategory.create({ data: { id, name } });
      await writeAudit(tx, categoryAudit(ctx, 'createRaffleCategory', id, { name }));
      return created;
    })
    .catch(refuseTakenName);
}

export function listRaffleCategories(ctx: Context): Promise<RaffleCategory[]> {
  return ctx.db.prisma.raffleCategory.findMany({ orderBy: { name: 'asc' }, take: MAX_CATEGORIES });
}

export async function updateRaffleCategory(ctx: Context, id: string, input: { name: string }): Promise<RaffleCategory> {
  const name = composedName(input.name);
  return ctx.db
    .transaction(async (tx) => {
      const before = await lockCategory(tx, id);
      if (before.name === name) return before;
      await writeAudit(tx, categoryAudit(ctx, 'updateRaffleCategory', id, { nameBefore: before.name, name }));
      return tx.prisma.raffleCategory.update({ where: { id }, data: { name } });
    })
    .catch(refuseTakenName);
}

export async function deleteRaffleCategory(ctx: Context, id: string): Promise<RaffleCategory> {
  return ctx.db
    .transaction(async (tx) => {
      const { name } = await lockCategory(tx, id);
      await writeAudit(tx, categoryAudit(ctx, 'deleteRaffleCategory', id, { name }));
      return tx.prisma.raffleCategory.delete({ where: { id } });
    })
    .catch(refuseUsed);
}

const lockCategoryRow = statement<{ id: string }>(
  'lock_raffle_category',
  'SELECT id FROM raffle_categories WHERE id = $1 FOR UPDATE',
);

async function lockCategory(tx: Transaction, id: string): Promise<RaffleCategory> {
  const [locked] = isUuid(id) ? await tx.query(lockCategoryRow, [id]) : [];
  if (!locked) throw refuse('raffles.categoryNotFound');
  return tx.prisma.raffleCategory.findUniqueOrThrow({ where: { id } });
}

function categoryAudit(ctx: Context, action: string, id: string, details: AuditEntry['details']): AuditEntry {
  return { by: actorOf(ctx), action, subjectType: 'raffleCategory', subjectId: id, details };
}

/** NFC, so that equal names compare equal however a keyboard writes accents. */
function composedName(text: string): string {
  return text.normalize('NFC').trim();
}

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error)) throw refuseField('name', 'raffles.categoryTaken');
  throw error;
}

function refuseUsed(error: unknown): never {
  if (isForeignKeyViolation(error)) throw refuse('raffles.categoryInUse');
  throw error;
}
