import { refuseField } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter, ProviderSettings } from './adapter.js';
import { createBacenAdapter } from './bacen-adapter.js';
import { createPaggueAdapter } from './paggue-adapter.js';
import { createPay2mAdapter } from './pay2m-adapter.js';
import type { CallOptions } from './provider-api.js';
import { createSandboxAdapter } from './sandbox-adapter.js';
import { createStaticAdapter } from './static-adapter.js';

const ADAPTERS: Record<AdapterName, (settings: ProviderSettings, options?: CallOptions) => ProviderAdapter> = {
  static: createStaticAdapter,
  bacen: createBacenAdapter,
  paggue: createPaggueAdapter,
  pay2m: createPay2mAdapter,
  sandbox: createSandboxAdapter,
};

/**
 * The adapter a provider's row names, ready to be called; `close` it when the row changes. Throws DomainError BAD_USER_INPUT,
 * naming the field, for an adapter that does not exist and for settings the adapter cannot work with.
 */
export function createAdapter(adapter: string, settings: ProviderSettings, options?: CallOptions): ProviderAdapter {
  if (!Object.hasOwn(ADAPTERS, adapter)) throw refuseField('adapter', 'platform.oneOf', { values: Object.keys(ADAPTERS) });
  return ADAPTERS[adapter as AdapterName](settings, options);
}
