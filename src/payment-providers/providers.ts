import type { App } from '../context.js';
import type { PaymentProvider } from '../generated/prisma/client.js';
import { seal, UnknownKeyError, unseal } from '../platform/crypto.js';
import { joined, refuse, textOf, refuseField, refuseFields, DomainError } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { takesStaticCodes, type ProviderAdapter, type ProviderCredentials, type ProviderSettings } from './adapters/adapter.js';
import { createAdapter } from './adapters/create-adapter.js';
import { createProviderHosts, type ProviderHosts } from './client/provider-hosts.js';
import { selectProviders } from './provider.sql.js';

const MAX_AGE_MS = 2_000;
/** An adapter whose row changed stays open: requests that had chosen it are still about to call it. */
const RETIREMENT_MS = 30_000;

export interface Provider {
  settings: ProviderSettings;
  active: boolean;
  adapter: ProviderAdapter;
}

/** As operators configured them, at most two seconds ago. */
export interface Providers {
  hosts: ProviderHosts;
  /** The named one, or the active one of least priority; for STATIC one whose payments somebody learns of. Refuses otherwise. */
  choose(name: string | null | undefined, code: 'GATEWAY' | 'STATIC'): Promise<Provider>;
  /** By name, inactive ones too: what was charged through one is settled through it. */
  find(name: string): Promise<Provider | undefined>;
  all(): Promise<Provider[]>;
  problemOf(name: string): Promise<KeyedText | undefined>;
  /** Reads the rows again at the next question; other processes do within two seconds. */
  drop(): void;
  close(): Promise<void>;
}

type Parts = Pick<App, 'db' | 'config' | 'log' | 'metrics' | 'tracer'>;

/** A row that cannot be used is logged and left out: it must not take the others down with it. */
export function createProviders({ db, config, log, metrics, tracer }: Parts): Providers {
  const open = new Map<string, { version: number; provider: Provider }>();
  const retired = new Map<ProviderAdapter, NodeJS.Timeout>();
  const hosts = createProviderHosts(config);

  const retire = (adapter: ProviderAdapter): void => {
    const close = (): void => {
      retired.delete(adapter);
      adapter
        .close()
        .catch((error: unknown) =>
          log.warn({ err: error, event: 'payment_providers.connections.close_failed' }, "a provider's connections did not close"),
        );
    };
    retired.set(adapter, setTimeout(close, RETIREMENT_MS).unref());
  };

  const openProvider = (row: PaymentProvider): Provider => {
    const version = row.updatedAt.getTime();
    const known = open.get(row.name);
    // An older one is what a slow load saw.
    if (known && known.version >= version) return known.provider;
    if (config.production && row.adapter === 'sandbox') throw refuseField('adapter', 'paymentProviders.sandbox');
    const settings: ProviderSettings = {
      ...row,
      credentials: openCredentials(config.encryptionKeys, row.sealedCredentials),
      callbackSecret: unseal(config.encryptionKeys, row.sealedCallbackSecret).toString(),
      previousCallbackSecret: previousSecretOf(config.encryptionKeys, row),
    };
    const provider = {
      settings,
      active: row.active,
      adapter: createAdapter(row.adapter, settings, { hosts, observe: metrics.providerCalled, tracer }),
    };
    open.set(row.name, { version, provider });
    if (known) retire(known.provider.adapter);
    return provider;
  };

  const rows = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: 1,
    load: async () => {
      const found = await db.query(selectProviders);
      const usable = new Map<string, Provider>();
      const problems = new Map<string, KeyedText>();
      for (const row of found) {
        try {
          usable.set(row.name, openProvider(row));
        } catch (error) {
          log.error(
            { err: error, event: 'payment_providers.provider.unusable', provider: row.name },
            'a payment provider cannot be used',
          );
          problems.set(row.name, problemIn(error));
        }
      }
      const active = [...usable.values()].filter((provider) => provider.active);
      const choices = { GATEWAY: active, STATIC: active.filter(({ adapter }) => takesStaticCodes(adapter.adapter)) };
      return { usable, problems, choices };
    },
  });
  const load = async () => (await rows.get('all')).usable;

  return {
    hosts,
    async choose(name, code) {
      const { choices } = await rows.get('all');
      const [active, fitting] = [choices.GATEWAY, choices[code]];
      const provider = name == null ? fitting[0] : fitting.find(({ settings }) => settings.name === name);
      if (provider) return provider;
      if (name == null && active.length === 0) throw noneActive();
      throw refuseFields({ paymentProviderName: [whyNone(name, active, fitting)] });
    },
    async find(name) {
      return (await load()).get(name);
    },
    async all() {
      return [...(await load()).values()];
    },
    async problemOf(name) {
      return (await rows.get('all')).problems.get(name);
    },
    drop() {
      rows.drop('all');
    },
    async close() {
      for (const timer of retired.values()) clearTimeout(timer);
      const adapters = [...[...open.values()].map(({ provider }) => provider.adapter), ...retired.keys()];
      await Promise.all(adapters.map((adapter) => adapter.close()));
    },
  };
}

/** JSON, encrypted. Null when there are none. */
export function sealCredentials(encryptionKeys: Buffer[], credentials: ProviderCredentials): Buffer<ArrayBuffer> | null {
  if (Object.keys(credentials).length === 0) return null;
  return seal(encryptionKeys, Buffer.from(JSON.stringify(credentials)));
}

/** Throws when no key opens them. */
export function openCredentials(encryptionKeys: Buffer[], sealed: Uint8Array | null): ProviderCredentials {
  return sealed ? (JSON.parse(unseal(encryptionKeys, sealed).toString()) as ProviderCredentials) : {};
}

/** Undefined also when no key opens it: nobody needs it to charge. */
function previousSecretOf(
  encryptionKeys: Buffer[],
  { sealedPreviousCallbackSecret: sealed, previousCallbackSecretEndsAt: endsAt }: PaymentProvider,
): ProviderSettings['previousCallbackSecret'] {
  if (!sealed || !endsAt) return undefined;
  try {
    return { secret: unseal(encryptionKeys, sealed).toString(), endsAt };
  } catch (error) {
    if (error instanceof UnknownKeyError) return undefined;
    throw error;
  }
}

/** Adapters refuse one field; all other errors come from opening what is stored. */
function problemIn(error: unknown): KeyedText {
  const [refused] = error instanceof DomainError ? Object.entries(error.fields ?? {}) : [];
  const problem = refused?.[1][0];
  if (refused && problem) return textOf('paymentProviders.wrongSetting', { field: refused[0], problem });
  return textOf(error instanceof UnknownKeyError ? 'paymentProviders.missingKey' : 'paymentProviders.unreadable');
}

export function noneActive(): DomainError {
  return refuse('paymentProviders.noneActive');
}

function whyNone(name: string | null | undefined, active: Provider[], fitting: Provider[]): KeyedText {
  if (name == null) return textOf('paymentProviders.noStaticCodes');
  if (!active.some(({ settings }) => settings.name === name)) return textOf('paymentProviders.inactive');
  if (fitting.length === 0) return textOf('paymentProviders.noneForStaticCodes');
  const providers = joined(
    'platform.or',
    fitting.map(({ settings }) => settings.name),
  );
  return textOf('paymentProviders.otherForStaticCodes', { providers });
}
