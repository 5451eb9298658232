import type { App } from '../context.js';
import type { Database } from '../platform/database/database.js';
import { checkBooks } from './books/check-books.js';
import { BOOK_RULES, type BookRule } from './books/book-rule.type.js';
import { selectBooksChecked, selectDisagreements, selectOrdersToDecide } from './books/disagreements.sql.js';
import {
  runWithoutCompiling,
  selectFailingCallbacks,
  selectFailedRefunds,
  selectLateMoney,
  selectOpenEntries,
  selectOrphans,
  selectOpenDisputes,
  selectOverdueRefunds,
  selectOwedPrizes,
  selectProviderWork,
  selectRefundsByHand,
  selectReturnedTwice,
  selectWaitingDraws,
} from './open-work.sql.js';
import type { Disagreement, OpenCallbacks, OpenMoney, OverdueRefund, ReconciliationReport } from './reconciliation.type.js';
import { stepsOf } from '../refunds/refund.service.js';

const CHECKED_FOR_MS = 200;

/** The report under way: later callers share it. */
const underWay = new WeakMap<Database, Promise<ReconciliationReport>>();

/** At most twenty examples of anything. What changed last is checked, so that an operator sees what was mended. */
export function reportReconciliation({ db, features }: Pick<App, 'db' | 'features'>): Promise<ReconciliationReport> {
  const known = underWay.get(db);
  if (known) return known;
  const report = makeReport(db, features).finally(() => underWay.delete(db));
  underWay.set(db, report);
  return report;
}

/** One statement after the other: a report must not take connections from the sale. */
async function makeReport(db: Database, features: App['features']): Promise<ReconciliationReport> {
  const checkedAt = new Date();
  const providers = await db.transaction(async (tx) => {
    await tx.query(runWithoutCompiling);
    return tx.query(selectProviderWork);
  });
  const orphanedCallbacks = await callbacks(db, selectOrphans);
  const failingCallbacks = await callbacks(db, selectFailingCallbacks);
  const latePayments = await money(db, selectLateMoney);
  const failedRefunds = await money(db, selectFailedRefunds);
  const refundsByHand = await money(db, selectRefundsByHand);
  const overdue = await db.query(selectOverdueRefunds);
  const returnedTwice = await money(db, selectReturnedTwice);
  const openDisputes = await money(db, selectOpenDisputes);
  const owedPrizes = await money(db, selectOwedPrizes);
  const waiting = await db.query(selectWaitingDraws);
  const setAside = await db.query(selectOpenEntries);
  await checkBooks({ db, features }, { forMs: CHECKED_FOR_MS, roundSteps: 0 });
  const ordersToDecide = await money(db, selectOrdersToDecide);
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
    overdueRefunds: { ...sumOf(overdue), examples: overdue.map(overdueRefund) },
    returnedTwice,
    openDisputes,
    owedPrizes,
    ordersToDecide,
    waitingDraws: { count: waiting[0]?.total ?? 0, raffleIds: waiting.map(({ raffleId }) => raffleId) },
    disagreements,
  };
}

async function disagreementsOf(db: Database): Promise<Disagreement[]> {
  const rules = Object.keys(BOOK_RULES) as BookRule[];
  const found = await db.query(selectDisagreements, [rules]);
  return rules.flatMap((rule) => {
    const examples = found.filter((one) => one.rule === rule);
    return examples[0] ? [{ rule, count: examples[0].total, examples }] : [];
  });
}

async function callbacks(db: Database, statement: typeof selectOrphans): Promise<OpenCallbacks> {
  const examples = await db.query(statement);
  const [first] = examples;
  return { count: first?.total ?? 0, oldestAt: first?.oldestAt ?? null, latestAt: first?.latestAt ?? null, examples };
}

async function money(db: Database, statement: typeof selectLateMoney): Promise<OpenMoney> {
  return sumOf(await db.query(statement));
}

function sumOf(rows: { total: number; amount: bigint; id: string }[]): OpenMoney {
  return { count: rows[0]?.total ?? 0, amount: rows[0]?.amount ?? 0n, ids: rows.map(({ id }) => id) };
}

function overdueRefund(row: NonNullable<(typeof selectOverdueRefunds)['row']>): OverdueRefund {
  const { id, owed, status, providerName, createdAt, attempts, lastError, isDisputed } = row;
  return { id, amount: owed, status, providerName, createdAt, attempts, lastError, nextSteps: isDisputed ? [] : stepsOf(row) };
}
