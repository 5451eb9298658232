import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { RaffleCategory } from '../generated/prisma/client.js';
import { isMissing, isReferenced, isTaken } from '../platform/database/errors.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';

/** A category list is bounded: one more than this is refused. */
const MAX_CATEGORIES = 200;

/** Makes a category. BAD_USER_INPUT on a name that is taken, CONFLICT when there are too many. */
export async function createRaffleCategory(ctx: Context, input: { name: string }): Promise<RaffleCategory> {
  const name = input.name.trim();
  if (!name) throw badField('name', 'must not be blank');
  if ((await ctx.db.prisma.raffleCategory.count()) >= MAX_CATEGORIES) {
    throw new DomainError('CONFLICT', `There are ${MAX_CATEGORIES} categories already; delete one first.`);
  }
  return ctx.db.prisma.raffleCategory.create({ data: { id: uuidv7(), name } }).catch(refuseTakenName);
}

/** All categories by name. */
export function listRaffleCategories(ctx: Context): Promise<RaffleCategory[]> {
  return ctx.db.prisma.raffleCategory.findMany({ orderBy: { name: 'asc' }, take: MAX_CATEGORIES });
}

/** Renames a category. NOT_FOUND, or BAD_USER_INPUT on a name that is taken. */
export async function updateRaffleCategory(ctx: Context, id: string, input: { name: string }): Promise<RaffleCategory> {
  if (!isUuid(id)) throw notFound('category');
  const name = input.name.trim();
  if (!name) throw badField('name', 'must not be blank');
  return ctx.db.prisma.raffleCategory.update({ where: { id }, data: { name } }).catch(refuseTakenName).catch(refuseMissing);
}

/** Deletes a category and answers what it was. CONFLICT while a raffle uses it. */
export async function deleteRaffleCategory(ctx: Context, id: string): Promise<RaffleCategory> {
  if (!isUuid(id)) throw notFound('category');
  return ctx.db.prisma.raffleCategory.delete({ where: { id } }).catch(refuseUsed).catch(refuseMissing);
}

function refuseTakenName(error: unknown): never {
  if (isTaken(error)) throw badField('name', 'is taken by another category');
  throw error;
}

function refuseMissing(error: unknown): never {
  if (isMissing(error)) throw notFound('category');
  throw error;
}

function refuseUsed(error: unknown): never {
  if (isReferenced(error)) throw new DomainError('CONFLICT', 'Raffles use this category: move them first.');
  throw error;
}
