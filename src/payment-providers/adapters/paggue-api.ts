import { refuseField } from '../../platform/domain-error.js';
import type { HttpCall } from '../client/http-client.js';
import { bodySignature } from '../../platform/body-signature.js';
import type { ProviderSettings } from './adapter.js';
import { paggueTokenProtocol } from './paggue-token.js';
import { createProviderApi, type CallOptions, type ProviderApi } from './provider-api.js';

/** One provider of Paggue's shape, as the operations use it. */
export interface PaggueApi extends ProviderApi {
  /** The `Signature` header that goes with these bytes, in either direction. */
  signatureOf(rawBody: string | Buffer): string;
}

/**
 * Connects to the provider of these settings; nothing is sent yet. Every call carries `X-Company-ID`, and every call with a
 * body its `Signature`. Throws DomainError BAD_USER_INPUT for settings that cannot work.
 */
export function createPaggueApi(settings: ProviderSettings, options: CallOptions): PaggueApi {
  const { signatureSecret } = settings.credentials;
  if (!signatureSecret) throw refuseField('signatureSecret', 'platform.required');
  let companyId = '';
  const api = createProviderApi(
    settings,
    options,
    'paggue',
    paggueTokenProtocol((id) => void (companyId = id)),
  );
  const signatureOf = (rawBody: string | Buffer): string => bodySignature(signatureSecret, rawBody);

  const withHeaders = (call: HttpCall): HttpCall => ({
    ...call,
    headers: {
      ...(call.json !== undefined && { signature: signatureOf(JSON.stringify(call.json)) }),
      // Read as the request is sent, which is after its token came, and with it the company.
      get 'x-company-id'() {
        return companyId;
      },
    },
  });

  return { ...api, signatureOf, ask: (call, read) => api.ask(withHeaders(call), read) };
}
