import type { App } from '../context.js';
import { every } from '../platform/periodic.js';
import { takeTurnAtBooks } from './books/check-books.js';
import { checkCharges } from './charge-checks.js';
import { scanReceived, type Scan } from './received-scan.js';
import type { Provider } from '../payment-providers/providers.js';

/** Recurring work, a worker a provider. */
export interface ProviderWorkers {
  /** Starts the work of each provider whose last run is over; does not wait for it. */
  start(): Promise<void>;
  /** Tells the runs under way to stop, and waits for them. */
  stop(): Promise<void>;
}

/**
 * Does the same work for every configured provider: one that hangs holds up nobody else's. A failure is logged as
 * `<name>.provider_failed`.
 */
function createProviderWorkers(
  { providers, log }: Pick<App, 'providers' | 'log'>,
  name: string,
  work: (provider: Provider, signal: AbortSignal) => Promise<unknown>,
): ProviderWorkers {
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const run = async (provider: Provider): Promise<void> => {
    try {
      await work(provider, stopping.signal);
    } catch (error) {
      log.error(
        { err: error, event: `${name}.provider_failed`, provider: provider.settings.name },
        `recurring work for a provider failed: ${name}`,
      );
    } finally {
      underWay.delete(provider.settings.name);
    }
  };

  return {
    async start() {
      for (const provider of await providers.all()) {
        const key = provider.settings.name;
        if (!stopping.signal.aborted && !underWay.has(key)) underWay.set(key, run(provider));
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}

const CHECK_EVERY_MS = 5_000;
const SCAN_LOOK_EVERY_MS = 30_000;
const BOOKS_EVERY_MS = 5_000;

/**
 * What makes lost callbacks cost nothing, for as long as the process runs: providers are asked about their open charges, and
 * their lists of received payments are read. What was written is checked as it changes. Every process does it; charges, lists and books
 * are claimed.
 */
export function startReconciliation(app: App): { stop(): Promise<void> } {
  const checks = createProviderWorkers(app, 'reconciliation.checks', (provider, signal) => checkCharges(app, provider, signal));
  const scans = createProviderWorkers(app, 'reconciliation.scans', (provider, signal) => scanReceived(app, provider, signal));
  const stopping = new AbortController();
  const starting = [
    every(CHECK_EVERY_MS, 'reconciliation.checks', app, () => checks.start().then(() => false)),
    every(BOOKS_EVERY_MS, 'reconciliation.books', app, () => takeTurnAtBooks(app, stopping.signal)),
    every(SCAN_LOOK_EVERY_MS, 'reconciliation.scans', app, () => scans.start().then(() => false)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(starting.map((periodic) => periodic.stop()));
      await Promise.all([checks.stop(), scans.stop()]);
    },
  };
}

/** What one provider was asked in a round. */
export interface ProviderRound {
  provider: string;
  chargesAsked: number;
  /** Undefined when it has no list of received payments. */
  scan: Scan | undefined;
}

/** One round at once: every charge that is due is asked about, and every list is read though it is not due. */
export async function reconcileNow(app: App): Promise<ProviderRound[]> {
  const providers = await app.providers.all();
  return Promise.all(
    providers.map(async (provider) => {
      const chargesAsked = await checkCharges(app, provider);
      return { provider: provider.settings.name, chargesAsked, scan: await scanReceived(app, provider, undefined, true) };
    }),
  );
}
