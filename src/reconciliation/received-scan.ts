import type { App } from '../context.js';
import type { ProviderAdapter, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { settlePayment } from '../payments/settle-payment.js';
import type { Provider } from '../payment-providers/providers.js';
import { isProviderAway, ProviderError } from '../payment-providers/client/provider-error.js';
import { applyReportedReturns } from '../payments/reported-return.js';
import { claimScan, finishScan, markScanned, renewScan, selectKnownPayments } from './received-scan.sql.js';

/** Outlasts one page and the settling of it. */
const LEASE_SECONDS = 120;
const EVERY_SECONDS = 300;
const AGAIN_SECONDS = 60;
const PAGE = 100;
/** Providers limit the period of one question; after a long standstill there are days to catch up with. */
const SLICE_MS = 24 * 3600 * 1000;

/** What came of reading a provider's list. */
export interface Scan {
  listed: number;
  /** Not recorded before. */
  settled: number;
  /** Why it was not read whole. */
  error?: string;
}

/** The reading was told to stop, or another process has taken it over: nothing is wrong. */
class ScanEndedError extends Error {}

/**
 * Reads the list of payments that a provider received, when it is due (or `isForced`), and settles those that no callback told
 * of: a static code's are found by nothing else. How far it was read whole is kept. One process at a time reads a provider's.
 * Undefined when it is not due, or the provider has no such list.
 */
export async function scanReceived(
  app: App,
  provider: Provider,
  signal?: AbortSignal,
  isForced = false,
): Promise<Scan | undefined> {
  const { name } = provider.settings;
  if (!hasList(provider.adapter)) return undefined;
  const [claim] = await app.db.query(claimScan, [name, LEASE_SECONDS, isForced]);
  if (!claim) return undefined;

  let { leasedUntil } = claim;
  const scan: Scan = { listed: 0, settled: 0 };
  const keepLease = async (): Promise<void> => {
    const [kept] = signal?.aborted ? [] : await app.db.query(renewScan, [name, leasedUntil, LEASE_SECONDS]);
    if (!kept) throw new ScanEndedError('the scan goes on elsewhere');
    ({ leasedUntil } = kept);
  };
  try {
    for (let fromMs = claim.from.getTime(); fromMs < claim.to.getTime(); fromMs += SLICE_MS) {
      const to = new Date(Math.min(fromMs + SLICE_MS, claim.to.getTime()));
      const failure = await readPeriod(app, provider, { from: new Date(fromMs), to }, scan, keepLease);
      if (failure) {
        app.log.warn(
          { err: failure, event: 'reconciliation.scan.incomplete', provider: name },
          'the received payments could not be read whole',
        );
        scan.error ??= failure.message.slice(0, 500);
        if (failure instanceof ProviderError && isProviderAway(failure)) break;
      }
      if (scan.error === undefined) await app.db.query(markScanned, [name, leasedUntil, to]);
    }
  } catch (error) {
    if (!(error instanceof ScanEndedError)) throw error;
    await app.db.query(renewScan, [name, leasedUntil, 0]);
    return scan;
  }
  const waitSeconds = scan.error === undefined ? EVERY_SECONDS : AGAIN_SECONDS;
  await app.db.query(finishScan, [name, leasedUntil, scan.error ?? null, waitSeconds]);
  return scan;
}

/** Nothing is asked before the first payment is. */
function hasList(adapter: ProviderAdapter): boolean {
  const now = new Date();
  try {
    adapter.listReceivedPayments({ from: now, to: now });
    return true;
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return false;
    throw error;
  }
}

/** A page at a time. What cannot be read or settled hides nothing else; the first such failure is the answer. */
async function readPeriod(
  app: App,
  provider: Provider,
  period: { from: Date; to: Date },
  scan: Scan,
  keepLease: () => Promise<void>,
): Promise<Error | undefined> {
  let failure: Error | undefined;
  let page: ReceivedPayment[] = [];
  const take = async (): Promise<void> => {
    const unsettled = await takePage(app, provider, page, scan);
    failure ??= unsettled;
    page = [];
    await keepLease();
  };
  try {
    for await (const payment of provider.adapter.listReceivedPayments(period)) {
      page.push(payment);
      if (page.length === PAGE) await take();
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    failure = error;
  }
  await take();
  return failure;
}

/** Answers what the first payment failed with that could not be settled. */
async function takePage(app: App, provider: Provider, page: ReceivedPayment[], scan: Scan): Promise<Error | undefined> {
  const { name } = provider.settings;
  const rows = page.length === 0 ? [] : await app.db.query(selectKnownPayments, [page.map(({ endToEndId }) => endToEndId)]);
  const known = new Set(rows.map(({ endToEndId }) => endToEndId));
  const results = await Promise.allSettled(
    page.map(async (payment) => {
      if (known.has(payment.endToEndId)) return applyReportedReturns(app, payment);
      if ((await settlePayment(app, name, payment, 'RECONCILIATION')) !== 'REPEATED') scan.settled += 1;
    }),
  );
  scan.listed += page.length;
  const failed = results.find((result) => result.status === 'rejected');
  return failed && new Error(`${name}: a received payment could not be settled`, { cause: failed.reason });
}
