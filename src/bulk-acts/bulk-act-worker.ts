import { randomUUID } from 'node:crypto';
import type { App, Context } from '../context.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { DomainError, refusalOf, UNEXPECTED } from '../platform/domain-error.js';
import { BULK_ACT_KINDS, mayDo } from './bulk-act-kinds.js';
import { endBulkAct, giveBackBulkAct, keepOutcome, selectItemsOfBulkAct, takeBulkAct, type BulkActRow } from './bulk-act.sql.js';

/** A turn, so that several acts go on beside each other, and a process can stop. */
const TURN_MS = 2_000;
const PAGE = 50;
/** How long the act of a process that crashed waits. One of many may wait for a provider as long as its time-out. */
const LEASE_SECONDS = 60;
/** What fails so often by no refusal, or takes its process with it, is left out. */
const MOST_ATTEMPTS = 3;

type Taken = BulkActRow & { operatorRole: OperatorRole | null };

/** A turn of one act. True when there may be more at once. */
export async function runBulkActs(app: App, leaseSeconds = LEASE_SECONDS): Promise<boolean> {
  const { db } = app;
  const claim = randomUUID();
  const [act] = await db.query(takeBulkAct, [claim, leaseSeconds]);
  if (!act) return false;
  if (act.operatorRole === null || !mayDo(act.kind, act.operatorRole)) {
    await db.query(endBulkAct, [act.id, 'STOPPED']);
    return true;
  }
  const until = Date.now() + TURN_MS;
  const items = await db.query(selectItemsOfBulkAct, [act.id, act.tried, PAGE]);
  for (const { position, subjectId } of items) {
    const isGivenUp = position === act.tried + 1 && act.attempts > MOST_ATTEMPTS;
    // Side by side they would compete for the same quotas and limits.
    // oxlint-disable-next-line no-await-in-loop
    const problem = isGivenUp ? givenUp(app, act, subjectId) : await problemOf(() => runOne(app, act, subjectId));
    // oxlint-disable-next-line no-await-in-loop
    const kept = await db.query(keepOutcome, [act.id, claim, leaseSeconds, position, problem && JSON.stringify(problem)]);
    if (kept.length === 0) return true;
    if (position === act.total) {
      // oxlint-disable-next-line no-await-in-loop
      await db.query(endBulkAct, [act.id, 'DONE']);
      return true;
    }
    if (Date.now() >= until) break;
  }
  await db.query(giveBackBulkAct, [act.id, claim]);
  return true;
}

async function runOne(app: App, act: Taken, subjectId: string): Promise<void> {
  const { requestId, clientAddress, createdBy: id, operatorRole } = act;
  const nobody = await app.contextFor({ requestId, clientAddress });
  const ctx: Context = Object.assign(nobody, { principal: { role: 'ADMIN', id, operatorRole: operatorRole! } as const });
  await BULK_ACT_KINDS[act.kind].run(ctx, subjectId, act);
}

/** Why it was refused. What is no refusal is thrown: it may pass the next time. */
async function problemOf(run: () => Promise<void>): Promise<object | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, ...refusalOf(error) };
  }
}

function givenUp({ log }: App, { id, kind }: Taken, subjectId: string): object {
  log.error({ event: 'bulk_acts.given_up', bulkActId: id, kind, subjectId }, 'one of many failed for good');
  return { code: 'INTERNAL_SERVER_ERROR', ...UNEXPECTED };
}
