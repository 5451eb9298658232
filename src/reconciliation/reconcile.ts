import type { App } from '../context.js';
import { every } from '../platform/periodic.js';
import { takeTurnAtBooks } from './books/check-books.js';
import { checkCharges } from './charge-checks.js';
import { scanReceived, type Scan } from './received-scan.js';
import type { Provider } from '../payment-providers/providers.js';

/** Does the same work for every configured provider: one that hangs holds up no other. Logs `<name>.provider_failed`. */
function createProviderWorkers(
  { providers, log }: Pick<App, 'providers' | 'log'>,
  name: string,
  work: (provider: Provider, signal: AbortSignal) => Promise<unknown>,
) {
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
    /** Starts the work of each provider whose last run is over; does not wait for it. */
    async start(): Promise<void> {
      for (const provider of await providers.all()) {
        const key = provider.settings.name;
        if (!stopping.signal.aborted && !underWay.has(key)) underWay.set(key, run(provider));
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}

const CHECK_EVERY_MS = 5_000;
const SCAN_LOOK_EVERY_MS = 30_000;
const BOOKS_EVERY_MS = 5_000;

/** No callback need arrive: providers are asked. Every process does it: charges, lists and books are claimed. */
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

export interface ProviderRound {
  provider: string;
  chargesAsked: number;
  /** Undefined when it has no list. */
  scan: Scan | undefined;
}

/** Asks about every charge that is due, and reads every list though it is not due. */
export async function reconcileNow(app: App): Promise<ProviderRound[]> {
  const providers = await app.providers.all();
  return Promise.all(
    providers.map(async (provider) => {
      const chargesAsked = await checkCharges(app, provider);
      return { provider: provider.settings.name, chargesAsked, scan: await scanReceived(app, provider, undefined, true) };
    }),
  );
}
