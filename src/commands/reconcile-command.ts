import 'reflect-metadata';
import { createApp } from '../app.js';
import { readConfig } from '../config.js';
import { createLog } from '../platform/log.js';
import { formatMoney } from '../platform/money.js';
import { checkAllBooks } from '../reconciliation/books/check-books.js';
import { type ProviderRound, reconcileNow } from '../reconciliation/reconcile.js';
import { reportReconciliation } from '../reconciliation/reconciliation.service.js';
import type {
  OpenCallbacks,
  OpenMoney,
  ProviderReconciliation,
  ReconciliationReport,
  UnsettledEntries,
  WaitingDraws,
} from '../reconciliation/reconciliation.type.js';
import { openCommandDatabase, runCommand } from './command.js';

/** "!" marks what needs action. */
export function reportLines(rounds: ProviderRound[], report: ReconciliationReport): string[] {
  const { disagreements } = report;
  return [
    `Asked the providers at ${report.checkedAt.toISOString()}:`,
    ...rounds.map(roundLine),
    '',
    'Open:',
    ...report.providers.map(providerLine),
    ...callbackLines('orphaned callbacks', report.orphanedCallbacks),
    ...callbackLines('callbacks that fail', report.failingCallbacks),
    ...entryLines(report.setAsideEntries),
    ...moneyLines('late payments', report.latePayments),
    ...moneyLines('refunds that a provider refused', report.failedRefunds),
    ...moneyLines('refunds to be made by hand', report.refundsByHand),
    ...moneyLines('open disputes', report.openDisputes),
    ...moneyLines('refunds that are under way for more than an hour', report.overdueRefunds),
    ...moneyLines('refunds whose money went out twice', report.returnedTwice),
    ...owedLines(report.owedPrizes),
    ...moneyLines('paid orders without money, to be decided about', report.ordersToDecide),
    ...drawLines(report.waitingDraws),
    '',
    ...(report.booksCheckedAt ? [`Checked the books, as they stood at ${report.booksCheckedAt.toISOString()} or later.`] : []),
    disagreements.length === 0 ? 'The books agree.' : 'The books disagree:',
    ...disagreements.flatMap(({ rule, count, examples }) => [
      `! ${rule}: ${count}`,
      ...examples.map(({ id, detail }) => `    ${id}: ${detail}`),
      ...(count > examples.length ? [`    and ${count - examples.length} more`] : []),
    ]),
  ];
}

function roundLine({ provider, chargesAsked, scan }: ProviderRound): string {
  const asked = `${provider}: ${chargesAsked} charges asked about`;
  if (!scan) return `  ${asked}, has no list of received payments`;
  const read = `${asked}, ${scan.listed} received payments read, ${scan.settled} of them new`;
  return scan.error === undefined ? `  ${read}` : `! ${read}; ${scan.error}`;
}

function providerLine(work: ProviderReconciliation): string {
  const { name, openCharges, oldestOpenAt, overdueCharges, overdueOrderIds, ordersHeldUp, scannedTo } = work;
  const since = oldestOpenAt ? ` since ${oldestOpenAt.toISOString()}` : '';
  return [
    `${overdueCharges + ordersHeldUp > 0 ? '!' : ' '} ${name}: ${openCharges} open charges${since}`,
    ...(overdueCharges > 0 ? [`${overdueCharges} without an answer (orders ${overdueOrderIds.join(', ')})`] : []),
    ...(ordersHeldUp > 0 ? [`${ordersHeldUp} orders held up`] : []),
    ...(scannedTo ? [`list read until ${scannedTo.toISOString()}`] : []),
  ].join('; ');
}

function callbackLines(what: string, { count, oldestAt, latestAt, examples }: OpenCallbacks): string[] {
  if (!oldestAt || !latestAt) return [`  no ${what}`];
  return [
    `! ${count} ${what}, from ${oldestAt.toISOString()} to ${latestAt.toISOString()}`,
    ...examples.map(({ id, providerName, lastError }) => `    ${id} of ${providerName}${lastError ? `: ${lastError}` : ''}`),
  ];
}

function entryLines({ count, examples }: UnsettledEntries): string[] {
  if (count === 0) return ['  no payments set aside'];
  return [
    `! ${count} payments set aside`,
    ...examples.map(({ providerName, reference, problem }) => `    ${reference} of ${providerName}: ${problem}`),
  ];
}

function drawLines({ count, raffleIds }: WaitingDraws): string[] {
  if (count === 0) return ['  no draws that wait'];
  return [`! ${count} draws that wait: raffles ${raffleIds.join(', ')}${count > raffleIds.length ? ', ...' : ''}`];
}

function moneyLines(what: string, { count, amount, ids }: OpenMoney): string[] {
  if (count === 0) return [`  no ${what}`];
  return [`! ${count} ${what}, R$ ${formatMoney(amount)}: ${ids.join(', ')}${count > ids.length ? ', ...' : ''}`];
}

/** Owing a prize is no fault. */
function owedLines({ count, amount }: OpenMoney): string[] {
  return [count === 0 ? '  no prizes owed' : `  ${count} prizes owed to winners, R$ ${formatMoney(amount)}`];
}

/** `npm run reconcile`: reconciles and checks all books. Exits with 1 when the books disagree, with 2 when it failed. */
async function reconcile(): Promise<void> {
  const config = readConfig();
  const log = createLog({ logLevel: 'error' });
  const database = await openCommandDatabase(config, log);
  const { app, close } = createApp({ ...config, databaseUrl: database.url }, log);
  try {
    const rounds = await reconcileNow(app);
    await checkAllBooks(app);
    const report = await reportReconciliation(app);
    for (const line of reportLines(rounds, report)) console.log(line);
    if (report.disagreements.length > 0) process.exitCode = 1;
  } finally {
    await close();
    await database.close();
  }
}

runCommand(reconcile, 2);
