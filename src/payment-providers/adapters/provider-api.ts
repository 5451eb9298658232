import { createHttpClient, type HttpCall, type HttpClientOptions } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { AdapterName, ProviderSettings } from './adapter.js';
import { providerConnection } from './connection.js';
import { createProviderTokens, type ProviderTokens, type TokenProtocol } from './provider-tokens.js';
import { readDocument } from './document-fields.js';

/** What a test or an operator may tune of the calls; see HttpClientOptions. */
export type CallOptions = Pick<HttpClientOptions, 'deadlineMs' | 'connections' | 'maxRetries' | 'circuit' | 'observe' | 'tracer'>;

/** One provider's API, as an adapter's operations use it. */
export interface ProviderApi {
  provider: string;
  tokens: ProviderTokens;
  /** Sends the call and reads its answer; what `read` cannot read becomes a ProviderError INVALID_ANSWER. */
  ask<T>(call: HttpCall, read: (body: unknown) => T): Promise<T>;
  /** Reads a document that came otherwise, failing in the same way. */
  readDocument<T>(operation: string, read: () => T): T;
  close(): Promise<void>;
}

/**
 * Connects to the provider of these settings; nothing is sent yet. Throws DomainError BAD_USER_INPUT for settings that cannot
 * work.
 */
export function createProviderApi(
  settings: ProviderSettings,
  options: CallOptions,
  adapter: AdapterName,
  protocol: TokenProtocol,
): ProviderApi {
  const provider = settings.name;
  const connection = providerConnection(settings, adapter, protocol.path);
  const { baseUrl, tokenUrl, tls } = connection;
  // A client of its own: the token is often on another host, and its failures are not the API's.
  const tokenClient = createHttpClient({ ...options, provider, baseUrl: tokenUrl.origin, tls });
  const tokens = createProviderTokens(tokenClient, provider, connection, protocol);
  const client = createHttpClient({ ...options, provider, baseUrl, tls, tokens });

  return {
    provider,
    tokens,
    readDocument: (operation, read) => readDocument({ provider, operation }, read),
    async ask(call, read) {
      const { body } = await client.call(call);
      return readDocument({ provider, operation: call.operation }, () => read(body));
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
