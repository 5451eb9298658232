import type { App } from '../context.js';
import type { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { checkBooks } from './books/check-books.js';
import { bookRules, selectBooksChecked, selectDisagreements } from './books/disagreements.sql.js';
import {
  runWithoutCompiling,
  selectFailingCallbacks,
  selectFailedRefunds,
  selectLateMoney,
  selectOpenEntries,
  selectOrphans,
  selectOverdueRefunds,
  selectProviderWork,
  selectRefundsByHand,
  selectWaitingDraws,
  type OpenCallback,
  type OpenMoney,
} from './open-work.sql.js';
import type { Disagreement } from './books/book-rule.type.js';
import type { OpenCallbacks, OpenMoney as OpenMoneyType, ReconciliationReport } from './reconciliation.type.js';

/** For what changed last: an operator who mended something sees it. What is left of a lot is checked after the report. */
const CHECKED_FOR_MS = 200;

/** The report that is being made, if one is: later callers share it. */
const underWay = new WeakMap<Database, Promise<ReconciliationReport>>();

/**
 * What is open, what is nobody's, and what of the books was found to disagree; no more than twenty examples of anything. Of the books
 * it checks what changed last, for a moment, and reads the rest as it was found when it changed.
 */
export function reportReconciliation({ db }: Pick<App, 'db'>): Promise<ReconciliationReport> {
  const known = underWay.get(db);
  if (known) return known;
  const report = makeReport(db).finally(() => underWay.delete(db));
  underWay.set(db, report);
  return report;
}

/** One statement after the other: an operator's question must not take connections from the sale. */
async function makeReport(db: Database): Promise<ReconciliationReport> {
  const checkedAt = new Date();
  const providers = await db.transaction(async (tx) => {
    await tx.query(runWithoutCompiling);
    return tx.query(selectProviderWork);
  });
  const orphanedCallbacks = callbacksOf(await db.query(selectOrphans));
  const failingCallbacks = callbacksOf(await db.query(selectFailingCallbacks));
  const latePayments = await money(db, selectLateMoney);
  const failedRefunds = await money(db, selectFailedRefunds);
  const refundsByHand = await money(db, selectRefundsByHand);
  const overdueRefunds = await money(db, selectOverdueRefunds);
  const waiting = await db.query(selectWaitingDraws);
  const setAside = await db.query(selectOpenEntries);
  await checkBooks({ db }, { forMs: CHECKED_FOR_MS, roundSteps: 0 });
  const [books] = await db.query(selectBooksChecked);
  const disagreements = await disagreementsOf(db);
  return {
    checkedAt,
    booksCheckedAt: books?.checkedTo ?? null,
    providers,
    orphanedCallbacks,
    failingCallbacks,
    setAsideEntries: { count: setAside[0]?.total ?? 0, examples: setAside },
    latePayments,
    failedRefunds,
    refundsByHand,
    overdueRefunds,
    waitingDraws: { count: waiting[0]?.total ?? 0, raffleIds: waiting.map(({ raffleId }) => raffleId) },
    disagreements,
  };
}

async function disagreementsOf(db: Database): Promise<Disagreement[]> {
  const found = await db.query(selectDisagreements, [bookRules]);
  return bookRules.flatMap((rule) => {
    const examples = found.filter((one) => one.rule === rule);
    return examples[0] ? [{ rule, count: examples[0].total, examples }] : [];
  });
}

function callbacksOf(examples: OpenCallback[]): OpenCallbacks {
  const [first] = examples;
  return { count: first?.total ?? 0, oldestAt: first?.oldestAt ?? null, latestAt: first?.latestAt ?? null, examples };
}

async function money(db: Database, statement: Statement<OpenMoney>): Promise<OpenMoneyType> {
  const rows = await db.query(statement);
  return { count: rows[0]?.total ?? 0, amount: rows[0]?.amount ?? 0n, ids: rows.map(({ id }) => id) };
}
