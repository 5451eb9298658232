import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Faq } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { refuse, refuseFields, textOf } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { shownChanges, shownFields } from '../platform/shown-changes.js';
import { isUuid } from '../platform/uuid.js';
import { changingSite } from './settings.service.js';
import type { CreateFaqInput, UpdateFaqInput } from './faq.type.js';
import { MAX_FAQS, readFaqs } from './site.js';

/*
 * SQL: no two may have a position at the end of a statement, and who only makes room was not changed (`updatedAt`).
 */

/** $1 first position that moves, $2 by how much. */
const shiftFaqs = statement<object>('shift_faqs', 'UPDATE faqs SET position = position + $2::int WHERE position >= $1::int');

/** $1 id, $2 old position, $3 new position. */
const moveFaq = statement<object>(
  'move_faq',
  `
  UPDATE faqs SET position = CASE WHEN id = $1 THEN $3::int WHEN $2::int < $3::int THEN position - 1 ELSE position + 1 END
  WHERE position BETWEEN least($2::int, $3::int) AND greatest($2::int, $3::int)`,
);

/** In order; only operators see inactive ones. */
export async function listFaqs(ctx: Context, { activeOnly }: { activeOnly: boolean }): Promise<Faq[]> {
  return ctx.principal.role === 'ADMIN' ? readFaqs(ctx.db, { activeOnly }) : ctx.site.faqs();
}

/** NOT_FOUND, also for an inactive one unless the caller is an operator. */
export async function findFaq(ctx: Context, id: string): Promise<Faq> {
  const found =
    ctx.principal.role === 'ADMIN'
      ? isUuid(id) && (await ctx.db.prisma.faq.findUnique({ where: { id } }))
      : (await ctx.site.faqs()).find((one) => one.id === id.toLowerCase());
  if (!found) throw refuse('site.faqNotFound');
  return found;
}

/** Audited. BAD_USER_INPUT; CONFLICT when there are too many. */
export function createFaq(ctx: Context, input: CreateFaqInput): Promise<Faq> {
  const id = uuidv7();
  return changingSite(ctx, async (tx) => {
    const count = await tx.prisma.faq.count();
    if (count >= MAX_FAQS) throw refuse('site.tooManyFaqs', { most: MAX_FAQS });
    const position = Math.min(input.position ?? count + 1, count + 1);
    const data = { id, question: input.question.trim(), answer: input.answer.trim(), active: input.active ?? true, position };
    await tx.query(shiftFaqs, [position, 1]);
    await writeAudit(tx, audit(ctx, 'createFaq', id, shown(data)));
    return tx.prisma.faq.create({ data });
  });
}

/** Audited. Moves those between, so that positions have no gaps. NOT_FOUND; BAD_USER_INPUT. */
export function updateFaq(ctx: Context, typedId: string, input: UpdateFaqInput): Promise<Faq> {
  return changingSite(ctx, async (tx) => {
    const before = await rowOf(tx, typedId);
    const { id } = before;
    const nulls = (['question', 'answer'] as const).filter((name) => input[name] === null);
    if (nulls.length > 0) throw refuseFields(Object.fromEntries(nulls.map((name) => [name, [textOf('platform.notNull')]])));
    const texts = differing(before, {
      question: input.question?.trim() ?? before.question,
      answer: input.answer?.trim() ?? before.answer,
      active: input.active === undefined ? before.active : (input.active ?? true),
    });
    const count = input.position === undefined ? 0 : await tx.prisma.faq.count();
    const position = input.position === undefined ? before.position : Math.min(input.position ?? count, count);
    const changes = { ...texts, ...differing(before, { position }) };
    if (Object.keys(changes).length === 0) return before;
    await writeAudit(tx, audit(ctx, 'updateFaq', id, shownChanges(before, changes)));
    if (position !== before.position) await tx.query(moveFaq, [id, before.position, position]);
    if (Object.keys(texts).length > 0) return tx.prisma.faq.update({ where: { id }, data: texts });
    return { ...before, position };
  });
}

/** Those after it move up. Audited. NOT_FOUND. */
export function deleteFaq(ctx: Context, typedId: string): Promise<Faq> {
  return changingSite(ctx, async (tx) => {
    const row = await rowOf(tx, typedId);
    await writeAudit(tx, audit(ctx, 'deleteFaq', row.id, shown(row)));
    await tx.prisma.faq.delete({ where: { id: row.id } });
    await tx.query(shiftFaqs, [row.position + 1, -1]);
    return row;
  });
}

async function rowOf(tx: Transaction, id: string): Promise<Faq> {
  const row = isUuid(id) && (await tx.prisma.faq.findUnique({ where: { id } }));
  if (!row) throw refuse('site.faqNotFound');
  return row;
}

function differing(before: Faq, after: Partial<Faq>): Partial<Faq> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Faq] !== value));
}

function shown({ question, answer, active, position }: Omit<Faq, 'createdAt' | 'updatedAt'>): AuditEntry['details'] {
  return shownFields({ question, answer, active, position });
}

function audit(ctx: Context, action: string, id: string, details: AuditEntry['details']): AuditEntry {
  return { by: actorOf(ctx), action, subjectType: 'faq', subjectId: id, details };
}
