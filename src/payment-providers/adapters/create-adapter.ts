import { refuseField } from '../../platform/domain-error.js';
import { type AdapterName, type ProviderAdapter, type ProviderSettings, SANDBOX_CLIENT } from './adapter.js';
import { createBacenAdapter } from './bacen-adapter.js';
import { createPaggueAdapter } from './paggue-adapter.js';
import { createPay2mAdapter } from './pay2m-adapter.js';
import type { CallOptions } from './provider-api.js';
import { createStaticAdapter } from './static-adapter.js';

function createSandboxAdapter(settings: ProviderSettings, options: CallOptions): ProviderAdapter {
  return createBacenAdapter({ ...settings, credentials: { ...SANDBOX_CLIENT, ...settings.credentials } }, options, 'sandbox');
}

const ADAPTERS: Record<AdapterName, (settings: ProviderSettings, options: CallOptions) => ProviderAdapter> = {
  static: createStaticAdapter,
  bacen: createBacenAdapter,
  paggue: createPaggueAdapter,
  pay2m: createPay2mAdapter,
  sandbox: createSandboxAdapter,
};

/** BAD_USER_INPUT, by field, for an adapter that does not exist and for settings that it cannot work with. */
export function createAdapter(adapter: string, settings: ProviderSettings, options: CallOptions): ProviderAdapter {
  if (!Object.hasOwn(ADAPTERS, adapter)) throw refuseField('adapter', 'platform.oneOf', { values: Object.keys(ADAPTERS) });
  return ADAPTERS[adapter as AdapterName](settings, options);
}
