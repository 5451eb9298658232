import type { AdapterName, ProviderSettings } from './adapter.js';
import { canonicalPixKey } from './pix-key.js';
import { createProviderApi, type CallOptions, type ProviderApi } from './provider-api.js';
import { clientCredentials } from './token-protocol.js';

/** One provider's API Pix, as the operations use it. */
export interface BacenApi extends ProviderApi {
  /** Our PIX key, as the DICT writes it. */
  pixKey: string;
}

/**
 * Connects to the API Pix of these settings; nothing is sent yet. The token endpoint is `/oauth/token` at the root of the host,
 * as in the standard, unless the credentials say otherwise. Throws DomainError BAD_USER_INPUT for settings that cannot work.
 */
export function createBacenApi(settings: ProviderSettings, options: CallOptions, adapter: AdapterName): BacenApi {
  const api = createProviderApi(settings, options, adapter, clientCredentials('/oauth/token', 'form'));
  return { ...api, pixKey: canonicalPixKey(settings.pixKey) };
}
