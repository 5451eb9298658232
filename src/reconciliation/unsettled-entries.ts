import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { UnsettledEntry } from '../generated/prisma/client.js';
import type { UnreadablePayment } from '../payment-providers/adapters/adapter.js';
import { writeAudit } from '../platform/audit.js';
import { statement, type Sql } from '../platform/database/statement.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';

const MAX_PROBLEM = 500;

/** $1 id, $2 provider, $3 reference, $4 problem. One that an operator has resolved stays so. */
const keepEntry = statement<object>(
  'keep_unsettled_entry',
  `
  INSERT INTO unsettled_entries AS e (id, provider_name, reference, problem) VALUES ($1, $2, $3, $4)
  ON CONFLICT (provider_name, reference) DO UPDATE SET problem = excluded.problem, last_seen_at = now()`,
);

/** $1 provider, $2 references. */
const settleEntries = statement<object>(
  'settle_unsettled_entries',
  `
  UPDATE unsettled_entries SET resolved_at = now() WHERE provider_name = $1 AND reference = ANY ($2::text[]) AND resolved_at IS NULL`,
);

/** Those with a reference that the provider knows, the oldest first. $1 provider, $2 how many. */
export const selectSetAside = statement<{ reference: string }>(
  'select_set_aside',
  `
  SELECT reference FROM unsettled_entries WHERE provider_name = $1 AND resolved_at IS NULL AND length(reference) < 64
  ORDER BY first_seen_at LIMIT $2`,
);

/** The entry is on the report until it is settled or an operator resolves it. */
export async function setAside(sql: Sql, providerName: string, { reference, problem }: UnreadablePayment): Promise<void> {
  await sql.query(keepEntry, [uuidv7(), providerName, reference, problem.slice(0, MAX_PROBLEM)]);
}

export async function markSettled(sql: Sql, providerName: string, references: string[]): Promise<void> {
  if (references.length > 0) await sql.query(settleEntries, [providerName, references]);
}

/** Takes an entry off the report; audited. Idempotent. NOT_FOUND, BAD_USER_INPUT. */
export async function resolveUnsettledEntry(ctx: Context, id: string, note: string): Promise<UnsettledEntry> {
  const trimmed = note.trim();
  if (!trimmed || trimmed.length > 500) throw refuseField('note', 'payments.moneyNote');
  return ctx.db.transaction(async (tx) => {
    const entry = isUuid(id) ? await tx.prisma.unsettledEntry.findUnique({ where: { id } }) : null;
    if (!entry) throw refuse('reconciliation.entryNotFound');
    if (entry.resolvedAt) return entry;
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'resolveUnsettledEntry',
      subjectType: 'unsettledEntry',
      subjectId: id,
      details: { note: trimmed, providerName: entry.providerName, reference: entry.reference },
    });
    return tx.prisma.unsettledEntry.update({ where: { id }, data: { resolvedAt: new Date(), note: trimmed } });
  });
}
