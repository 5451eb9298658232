import { createHttpClient, type HttpClientOptions } from '../../platform/http-client.js';
import type { HttpCall } from '../../platform/http-exchange.js';
import { ProviderError } from '../../platform/provider-error.js';
import type { AdapterName, ProviderSettings } from './adapter.js';
import { InvalidDocumentError } from './bacen-documents.js';
import { bacenConnection } from './bacen-settings.js';
import { createBacenTokens, type BacenTokens } from './bacen-tokens.js';
import { canonicalPixKey } from './pix-key.js';

/** What a test or an operator may tune of the calls; see HttpClientOptions. */
export type CallOptions = Pick<HttpClientOptions, 'deadlineMs' | 'connections' | 'maxRetries' | 'circuit' | 'observe'>;

/** One provider's API Pix, as the operations use it. */
export interface BacenApi {
  provider: string;
  /** Our PIX key, as the DICT writes it. */
  pixKey: string;
  tokens: BacenTokens;
  /** Sends the call and reads its answer; what `read` cannot read becomes a ProviderError INVALID_ANSWER. */
  ask<T>(call: HttpCall, read: (body: unknown) => T): Promise<T>;
  /** Reads a document that came otherwise, failing in the same way. */
  understood<T>(operation: string, read: () => T): T;
  close(): Promise<void>;
}

/**
 * Connects to the provider of these settings; nothing is sent yet. Throws DomainError BAD_USER_INPUT for settings that cannot
 * work.
 */
export function createBacenApi(settings: ProviderSettings, options: CallOptions, adapter: AdapterName): BacenApi {
  const provider = settings.name;
  const { baseUrl, tokenUrl, clientId, clientSecret, tls } = bacenConnection(settings, adapter);
  // A client of its own: the token is often on another host, and its failures are not the API's.
  const tokenClient = createHttpClient({ ...options, provider, baseUrl: tokenUrl.origin, tls });
  const tokens = createBacenTokens(tokenClient, { provider, path: tokenUrl.pathname + tokenUrl.search, clientId, clientSecret });
  const client = createHttpClient({ ...options, provider, baseUrl, tls, tokens });

  function understood<T>(operation: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      if (!(cause instanceof InvalidDocumentError)) throw cause;
      throw new ProviderError('INVALID_ANSWER', cause.message, { provider, operation, cause });
    }
  }

  return {
    provider,
    pixKey: canonicalPixKey(settings.pixKey),
    tokens,
    understood,
    async ask(call, read) {
      const { body } = await client.call(call);
      return understood(call.operation, () => read(body));
    },
    async close() {
      await Promise.all([client.close(), tokenClient.close()]);
    },
  };
}

/** Whether the provider refused what was asked, as opposed to not being able to answer. */
export function isRejection(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.kind === 'REJECTED';
}

/** The answer, or undefined when the provider says 404. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRejection(error) && error.status === 404) return undefined;
    throw error;
  }
}
