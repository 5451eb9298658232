import { refuseField } from '../../platform/domain-error.js';
import { type AdapterName, type ProviderAdapter, type ProviderSettings, SANDBOX_CLIENT } from './adapter.js';
import { createBacenAdapter } from './bacen-adapter.js';
import { createPaggueAdapter } from './paggue-adapter.js';
import { createPay2mAdapter } from './pay2m-adapter.js';
import type { CallOptions } from './provider-api.js';
import { createStaticAdapter } from './static-adapter.js';

/**
 * The API Pix adapter, pointed at the development bank: plain http is allowed, and the credentials default to the bank's.
 * Everything else is what a real provider goes through, which is the point.
 */
function createSandboxAdapter(settings: ProviderSettings, options?: CallOptions): ProviderAdapter {
  return createBacenAdapter({ ...settings, credentials: { ...SANDBOX_CLIENT, ...settings.credentials } }, options, 'sandbox');
}

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
