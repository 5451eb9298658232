import type { App } from '../context.js';
import type { PaymentProvider } from '../generated/prisma/client.js';
import { unseal } from '../platform/crypto.js';
import { badField } from '../platform/domain-error.js';
import { createSnapshots } from '../platform/snapshots.js';
import type { ProviderAdapter, ProviderCredentials, ProviderSettings } from './adapters/adapter.js';
import { createAdapter } from './adapters/create-adapter.js';

const MAX_AGE_MS = 2_000;

/** A configured provider, ready to be called. */
export interface Provider {
  settings: ProviderSettings;
  active: boolean;
  adapter: ProviderAdapter;
}

/** The payment providers as operators configured them, at most two seconds ago. */
export interface Providers {
  /** Whom a new order is charged through: the named one, or the active one of least priority. BAD_USER_INPUT when there is none. */
  choose(name: string | null | undefined): Promise<Provider>;
  /** By name, inactive ones too: what was charged through one is still settled through it. */
  find(name: string): Promise<Provider | undefined>;
  all(): Promise<Provider[]>;
  close(): Promise<void>;
}

/** Keeps one adapter a provider and process, made anew when its row changes. */
export function createProviders({ db, config, log }: Pick<App, 'db' | 'config' | 'log'>): Providers {
  const open = new Map<string, { version: number; provider: Provider }>();

  const openProvider = (row: PaymentProvider): Provider => {
    const version = row.updatedAt.getTime();
    const known = open.get(row.name);
    if (known?.version === version) return known.provider;
    if (known) known.provider.adapter.close().catch((error) => log.warn({ err: error }, 'a provider\'s connections did not close'));
    const settings: ProviderSettings = {
      ...row,
      credentials: row.sealedCredentials
        ? (JSON.parse(unseal(config.encryptionKeys, row.sealedCredentials).toString()) as ProviderCredentials)
        : {},
      callbackSecret: unseal(config.encryptionKeys, row.sealedCallbackSecret).toString(),
    };
    const provider = { settings, active: row.active, adapter: createAdapter(row.adapter, settings) };
    open.set(row.name, { version, provider });
    return provider;
  };

  const rows = createSnapshots({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: 1,
    load: async () => {
      const found = await db.prisma.paymentProvider.findMany({ orderBy: [{ priority: 'asc' }, { name: 'asc' }] });
      return new Map(found.map((row) => [row.name, openProvider(row)]));
    },
  });
  const load = () => rows.get('all');

  return {
    async choose(name) {
      const known = await load();
      const provider = name == null ? [...known.values()].find(({ active }) => active) : known.get(name);
      if (provider?.active) return provider;
      throw badField('paymentProviderName', name == null ? 'is required: no payment provider is active' : 'is not an active payment provider');
    },
    async find(name) {
      return (await load()).get(name);
    },
    async all() {
      return [...(await load()).values()];
    },
    async close() {
      await Promise.all([...open.values()].map(({ provider }) => provider.adapter.close()));
    },
  };
}
