import { type DomainError, refuse, refuseFields, textOf } from '../platform/domain-error.js';
import type { Counter } from '../quotas/counter.sql.js';

/** Whether somebody holds a quota or ever paid for one: what is paid stays allocated, refunded or not. The counter is locked. */
export function isSold({ reserved, allocated }: Pick<Counter, 'reserved' | 'allocated'>): boolean {
  return reserved + allocated > 0;
}

/** CONFLICT by field. What a buyer paid for is what is drawn: these stand from the first sale on, and the database sees to it. */
export function standsOnceSold(fields: string[]): DomainError {
  return refuseFields(Object.fromEntries(fields.map((name) => [name, [textOf('raffles.onceSold')]])), 'CONFLICT');
}

/** Throws CONFLICT for a raffle that is frozen for its draw, or was drawn. */
export function requireNotFrozen({ frozenAt }: { frozenAt: Date | null }): void {
  if (frozenAt) throw refuse('raffles.frozenDefinitions');
}
