import { randomUUID } from 'node:crypto';
import type { App, Context } from '../context.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { selectTokenOwners } from '../auth/session.sql.js';
import { writeAudit } from '../platform/audit.js';
import { DomainError, refusalOf, UNEXPECTED } from '../platform/domain-error.js';
import { BULK_ACT_KINDS, mayDo } from './bulk-act-kinds.js';
import { bulkActAudit } from './bulk-act.service.js';
import {
  endBulkAct,
  giveBackBulkAct,
  keepOutcome,
  selectAuditOfOne,
  selectItemsOfBulkAct,
  takeBulkAct,
  type BulkActRow,
} from './bulk-act.sql.js';

/** A turn, so that several acts go on beside each other, and a process can stop. */
const TURN_MS = 2_000;
const PAGE = 50;
/** How long the act of a process that crashed waits. One of many may wait for a provider as long as its time-out. */
const LEASE_SECONDS = 60;
/** What fails so often by no refusal, or takes its process with it, is left out. */
const MOST_ATTEMPTS = 3;

/** What takes a while by itself: the queue of a raffle that sells is full. */
const PASSING_SECONDS = 5;

/** A turn of one act. True when there may be more at once. */
export async function runBulkActs(app: App, leaseSeconds = LEASE_SECONDS): Promise<boolean> {
  const { db } = app;
  const claim = randomUUID();
  const [act] = await db.query(takeBulkAct, [claim, leaseSeconds]);
  if (!act) return false;
  const operatorRole = await rightOf(app, act);
  if (!operatorRole) {
    await db.transaction(async (tx) => {
      const [stopped] = await tx.query(endBulkAct, [act.id, 'STOPPED']);
      if (stopped) await writeAudit(tx, bulkActAudit(null, 'stopBulkAct', stopped));
    });
    return true;
  }
  const until = Date.now() + TURN_MS;
  const items = await db.query(selectItemsOfBulkAct, [act.id, act.tried, PAGE]);
  for (const { position, subjectId } of items) {
    const isFirst = position === act.tried + 1;
    // Side by side they would compete for the same quotas and limits.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = isFirst
      ? await againOrFirst(app, act, operatorRole, subjectId)
      : await outcomeOf(app, act, operatorRole, subjectId);
    if (outcome === 'later') {
      // oxlint-disable-next-line no-await-in-loop
      await db.query(giveBackBulkAct, [act.id, claim, PASSING_SECONDS]);
      return true;
    }
    const problem = outcome && JSON.stringify(outcome);
    // oxlint-disable-next-line no-await-in-loop
    const kept = await db.query(keepOutcome, [act.id, claim, leaseSeconds, position, problem]);
    if (kept.length === 0) return true;
    if (Date.now() >= until) break;
  }
  await db.query(giveBackBulkAct, [act.id, claim, 0]);
  return true;
}

/** Of who asked for it, if they may still do it: logged out everywhere, or without a second factor that is demanded now, they may not. */
async function rightOf({ db }: App, { kind, createdBy, tokenVersion }: BulkActRow): Promise<OperatorRole | undefined> {
  const [owner] = await db.query(selectTokenOwners, [[createdBy], [null]]);
  const { operatorRole, version, mustEnrol } = owner ?? {};
  return operatorRole && version === tokenVersion && !mustEnrol && mayDo(kind, operatorRole) ? operatorRole : undefined;
}

type Outcome = object | 'later' | undefined;

/** The one that a process may have left behind. If it was done, it is not done again: somebody may have undone it since. */
async function againOrFirst(app: App, act: BulkActRow, operatorRole: OperatorRole, subjectId: string): Promise<Outcome> {
  const { actionOfOne, subject } = BULK_ACT_KINDS[act.kind];
  if (act.attempts > 1) {
    const done = await app.db.query(selectAuditOfOne, [act.requestId, actionOfOne, subject, subjectId, act.createdAt]);
    if (done.length > 0) return undefined;
  }
  if (act.attempts > MOST_ATTEMPTS) return givenUp(app, act, subjectId);
  return outcomeOf(app, act, operatorRole, subjectId);
}

/** Why it was refused. What is no refusal is thrown: it may pass the next time. */
async function outcomeOf(app: App, act: BulkActRow, operatorRole: OperatorRole, subjectId: string): Promise<Outcome> {
  const { requestId, clientAddress, createdBy: id } = act;
  try {
    const nobody = await app.contextFor({ requestId, clientAddress });
    const ctx: Context = Object.assign(nobody, { principal: { role: 'ADMIN', id, operatorRole } as const });
    await BULK_ACT_KINDS[act.kind].run(ctx, subjectId, act);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === 'UNAVAILABLE' ? 'later' : { code: error.code, ...refusalOf(error) };
  }
}

function givenUp({ log }: App, { id, kind }: BulkActRow, subjectId: string): object {
  log.error({ event: 'bulk_acts.given_up', bulkActId: id, kind, subjectId }, 'one of many failed for good');
  return { code: 'INTERNAL_SERVER_ERROR', ...UNEXPECTED };
}
