import type { App } from '../context.js';
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
export function createProviderWorkers(
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
