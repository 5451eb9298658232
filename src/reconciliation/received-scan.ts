import type { App } from '../context.js';
import type {
  ProviderAdapter,
  ReceivedPayment,
  ReceivedPeriod,
  UnreadablePayment,
} from '../payment-providers/adapters/adapter.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { applyReturns, settlePayment } from '../payments/settle.js';
import type { Provider } from '../payment-providers/providers.js';
import { isProviderAway, ProviderError } from '../payment-providers/client/provider-error.js';
import { isRetryable } from '../platform/database/retry.js';
import { isDatabaseUnavailable } from '../platform/database/errors.js';
import { DomainError } from '../platform/domain-error.js';
import { markSettled, selectSetAside, setAside } from './unsettled-entries.js';
import { claimScan, finishScan, markScanned, renewScan, selectKnownPayments } from './received-scan.sql.js';

const LEASE_SECONDS = 120;
const EVERY_SECONDS = 300;
const AGAIN_SECONDS = 60;
const PAGE = 100;
/** Providers limit the period of one question. */
const SLICE_MS = 24 * 3600 * 1000;

export interface Scan {
  listed: number;
  settled: number;
  setAside: number;
  /** Why it was not read whole. */
  error?: string;
}

/** The reading was aborted, or another process took it over: nothing is wrong. */
class ScanEndedError extends Error {}

interface Reading {
  app: App;
  provider: Provider;
  scan: Scan;
  keepLease(): Promise<void>;
}

/**
 * Settles received payments without a callback: a static code's are found by nothing else. Once a day returned payments of a
 * hundred days are read. Undefined when it is not due, or the provider has no such list.
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
  const scan: Scan = { listed: 0, settled: 0, setAside: 0 };
  const keepLease = async (): Promise<void> => {
    const [kept] = signal?.aborted ? [] : await app.db.query(renewScan, [name, leasedUntil, LEASE_SECONDS]);
    if (!kept) throw new ScanEndedError('the scan goes on elsewhere');
    ({ leasedUntil } = kept);
  };
  const reading: Reading = { app, provider, scan, keepLease };
  try {
    const isWhole = await readSlices(reading, claim, async (to) => {
      await app.db.query(markScanned, [name, leasedUntil, to]);
    });
    const { returnsFrom } = claim;
    const returns = returnsFrom && isWhole && { from: returnsFrom, to: claim.to, onlyReturned: true };
    const areReturnsRead = returns ? await readSlices(reading, returns) : false;
    if (areReturnsRead) await settleSetAside(reading);
    const waitSeconds = scan.error === undefined ? EVERY_SECONDS : AGAIN_SECONDS;
    const done = [scan.error ?? null, waitSeconds, claim.isLong && isWhole, areReturnsRead];
    await app.db.query(finishScan, [name, leasedUntil, ...done]);
  } catch (error) {
    if (!(error instanceof ScanEndedError)) throw error;
    await app.db.query(renewScan, [name, leasedUntil, 0]);
  }
  return scan;
}

/** Reads a period a day at a time; `onRead` gets up to when nothing is missing. Whether it was read whole. */
async function readSlices(
  reading: Reading,
  { from, to, onlyReturned }: ReceivedPeriod,
  onRead: (to: Date) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { app, provider, scan } = reading;
  let isWhole = true;
  for (let fromMs = from.getTime(); fromMs < to.getTime(); fromMs += SLICE_MS) {
    const end = new Date(Math.min(fromMs + SLICE_MS, to.getTime()));
    const failure = await readPeriod(reading, { from: new Date(fromMs), to: end, ...(onlyReturned && { onlyReturned }) });
    if (failure) {
      app.log.warn(
        { err: failure, event: 'reconciliation.scan.incomplete', provider: provider.settings.name },
        'the received payments could not be read whole',
      );
      isWhole = false;
      scan.error ??= failure.message.slice(0, 500);
      if (failure instanceof ProviderError && isProviderAway(failure)) break;
    }
    if (isWhole) await onRead(end);
  }
  return isWhole;
}

/** This sends nothing: pages are asked for as they are read. */
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

/** Asks one by one about payments that were set aside: what the list did not show whole may be known by now. */
async function settleSetAside({ app, provider, scan, keepLease }: Reading): Promise<void> {
  const { name } = provider.settings;
  for (const { reference } of await app.db.query(selectSetAside, [name, PAGE])) {
    await keepLease();
    try {
      const payment = await provider.adapter.consultPayment(reference);
      if (!payment) continue;
      if ((await settlePayment(app, name, payment, 'RECONCILIATION')) !== 'REPEATED') scan.settled += 1;
      await markSettled(app.db, name, [reference]);
    } catch (error) {
      app.log.warn(
        { err: error, event: 'reconciliation.entry.unsettled', provider: name, reference },
        'a payment stays set aside',
      );
      if (error instanceof ProviderError && isProviderAway(error)) return;
    }
  }
}

/** Answers what ended the reading; what was read before it is settled. */
async function readPeriod(reading: Reading, period: ReceivedPeriod): Promise<Error | undefined> {
  let failure: Error | undefined;
  let page: (ReceivedPayment | UnreadablePayment)[] = [];
  const take = async (): Promise<void> => {
    const unsettled = await takePage(reading, page);
    failure ??= unsettled;
    page = [];
    await reading.keepLease();
  };
  try {
    for await (const entry of reading.provider.adapter.listReceivedPayments(period)) {
      page.push(entry);
      if (page.length === PAGE) await take();
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    failure = error;
  }
  await take();
  return failure;
}

/** Answers what the first payment failed with that can be settled later; one that never can is set aside. */
async function takePage(
  { app, provider, scan }: Reading,
  page: (ReceivedPayment | UnreadablePayment)[],
): Promise<Error | undefined> {
  const { name } = provider.settings;
  const payments = page.filter((entry) => 'endToEndId' in entry);
  const aside = page.filter((entry) => 'problem' in entry);
  const rows =
    payments.length === 0 ? [] : await app.db.query(selectKnownPayments, [payments.map(({ endToEndId }) => endToEndId)]);
  const known = new Set(rows.map(({ endToEndId }) => endToEndId));
  const settled: string[] = [];
  let failure: Error | undefined;
  await Promise.all(
    payments.map(async (payment) => {
      try {
        if (known.has(payment.endToEndId)) await applyReturns(app, payment);
        else if ((await settlePayment(app, name, payment, 'RECONCILIATION')) !== 'REPEATED') scan.settled += 1;
        settled.push(payment.endToEndId);
      } catch (error) {
        if (isPassing(error)) failure ??= new Error(`${name}: a received payment could not be settled`, { cause: error });
        else aside.push({ reference: payment.endToEndId, problem: error instanceof Error ? error.message : String(error) });
      }
    }),
  );
  for (const entry of aside) {
    app.log.error(
      { event: 'reconciliation.entry.set_aside', provider: name, reference: entry.reference, problem: entry.problem },
      'a received payment could not be read or settled and was set aside',
    );
    await setAside(app.db, name, entry);
  }
  await markSettled(app.db, name, settled);
  scan.listed += page.length;
  scan.setAside += aside.length;
  return failure;
}

/** Whether a payment that was not settled may be later. */
function isPassing(error: unknown): boolean {
  return isRetryable(error) || isDatabaseUnavailable(error) || (error instanceof DomainError && error.code === 'UNAVAILABLE');
}
