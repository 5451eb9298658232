import type { ProviderAdapter, ProviderSettings } from './adapter.js';
import { createBacenAdapter } from './bacen-adapter.js';
import type { CallOptions } from './provider-api.js';

/**
 * The client the development bank knows unless it is told another. No secret: the bank holds no money and listens on this
 * machine only.
 */
export const SANDBOX_CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };

/**
 * The API Pix adapter, pointed at the development bank: plain http is allowed, and the credentials default to the bank's.
 * Everything else is what a real provider goes through, which is the point.
 */
export function createSandboxAdapter(settings: ProviderSettings, options?: CallOptions): ProviderAdapter {
  return createBacenAdapter({ ...settings, credentials: { ...SANDBOX_CLIENT, ...settings.credentials } }, options, 'sandbox');
}
