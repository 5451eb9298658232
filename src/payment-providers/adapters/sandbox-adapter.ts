import type { ProviderAdapter, ProviderSettings } from './adapter.js';
import { createBacenAdapter } from './bacen-adapter.js';
import type { CallOptions } from './provider-api.js';
import { SANDBOX_CLIENT } from './sandbox-client.js';

/**
 * The API Pix adapter, pointed at the development bank: plain http is allowed, and the credentials default to the bank's.
 * Everything else is what a real provider goes through, which is the point.
 */
export function createSandboxAdapter(settings: ProviderSettings, options?: CallOptions): ProviderAdapter {
  return createBacenAdapter({ ...settings, credentials: { ...SANDBOX_CLIENT, ...settings.credentials } }, options, 'sandbox');
}
