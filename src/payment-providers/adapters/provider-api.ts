import { createSecureContext } from 'node:tls';
import { refuseField, refuseFields } from '../../platform/domain-error.js';
import { isLoopback } from '../../platform/setting-texts.js';
import {
  createHttpClient,
  type HttpCall,
  type HttpClient,
  type HttpClientOptions,
  type TokenSource,
} from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { ProviderHosts } from '../client/provider-hosts.js';
import type { AccessToken, AdapterName, ProviderSettings } from './adapter.js';
import { object, readDocument, text } from './document-fields.js';

const EXPIRY_MARGIN_SECONDS = 60;
const DEFAULT_LIFETIME_SECONDS = 300;

export interface CallOptions extends Pick<
  HttpClientOptions,
  'deadlineMs' | 'connections' | 'maxRetries' | 'circuit' | 'observe' | 'tracer'
> {
  hosts: ProviderHosts;
}

export interface TokenProtocol {
  /** Relative to the base URL, or with a slash in front to the root of its host. Credentials may name another. */
  path: string;
  operation: string;
  request(client: { clientId: string; clientSecret: string }): Pick<HttpCall, 'headers' | 'form' | 'json'>;
  /** Throws InvalidDocumentError. */
  read(answer: unknown): { token: string; lifetimeSeconds?: number };
}

export interface ProviderApi {
  provider: string;
  renewToken(): Promise<AccessToken>;
  /** What `read` cannot read becomes a ProviderError INVALID_ANSWER. */
  ask<T>(call: HttpCall, read: (body: unknown) => T): Promise<T>;
  readDocument<T>(operation: string, read: () => T): T;
  close(): Promise<void>;
}

/** Sends nothing yet. BAD_USER_INPUT, by field, for settings that cannot work. */
export function createProviderApi(
  settings: ProviderSettings,
  options: CallOptions,
  adapter: AdapterName,
  protocol: TokenProtocol,
): ProviderApi {
  const provider = settings.name;
  const { hosts, ...calls } = options;
  const connection = connectionOf(settings, adapter, protocol.path, hosts);
  const { baseUrl, tokenUrl, tls } = connection;
  const clientOf = (url: string, tokensOf?: TokenSource) =>
    createHttpClient({
      ...calls,
      provider,
      baseUrl: url,
      guard: hosts.guardOf(new URL(url).origin),
      tls,
      ...(tokensOf && { tokens: tokensOf }),
    });
  // A client of its own: the token is often on another host, and its failures are not the API's.
  const tokenClient = clientOf(tokenUrl.origin);
  const tokens = createProviderTokens(tokenClient, provider, connection, protocol);
  const client = clientOf(baseUrl, tokens);

  return {
    provider,
    renewToken: () => tokens.renew(),
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

type Connection = ReturnType<typeof connectionOf>;

/** Plain http is allowed for the sandbox and on this machine only, since the secret travels in it. */
function connectionOf({ baseUrl, credentials }: ProviderSettings, adapter: AdapterName, tokenPath: string, hosts: ProviderHosts) {
  const { clientId, clientSecret, certificatePem, privateKeyPem, caPem } = credentials;
  if (!baseUrl) throw refuseField('baseUrl', 'platform.required');
  const base = trustedUrl(baseUrl, 'baseUrl', adapter, hosts);
  const tokenUrl = credentials.tokenUrl
    ? trustedUrl(credentials.tokenUrl, 'tokenUrl', adapter, hosts)
    : new URL(tokenPath, base.href.replace(/\/?$/, '/'));
  if (!clientId) throw refuseField('clientId', 'platform.required');
  if (!clientSecret) throw refuseField('clientSecret', 'platform.required');
  if (!certificatePem !== !privateKeyPem) throw refuseField('certificatePem', 'paymentProviders.pairNeeded');
  try {
    createSecureContext({ cert: certificatePem, key: privateKeyPem, ca: caPem });
  } catch {
    throw refuseField('certificatePem', 'paymentProviders.notAPair');
  }
  return { baseUrl: base.href, tokenUrl, clientId, clientSecret, tls: { certificatePem, privateKeyPem, caPem } };
}

function trustedUrl(url: string, field: string, adapter: AdapterName, hosts: ProviderHosts): URL {
  if (!URL.canParse(url)) throw refuseField(field, 'paymentProviders.notAUrl');
  const parsed = new URL(url);
  const mayBePlain = adapter === 'sandbox' || isLoopback(parsed);
  const isTrusted = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && mayBePlain);
  if (!isTrusted) throw refuseField(field, 'paymentProviders.https');
  const problem = hosts.problemOf(url);
  if (problem) throw refuseFields({ [field]: [problem] });
  return parsed;
}

/** RFC 6749, 4.4, but for the form encoding of 2.3.1: providers do not decode it. */
export function clientCredentials(path: string, body: 'form' | 'json'): TokenProtocol {
  return {
    path,
    operation: `POST ${path.startsWith('/') ? path : `/${path}`}`,
    request: ({ clientId, clientSecret }) => ({
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}` },
      [body]: { grant_type: 'client_credentials' },
    }),
    read(answer) {
      const { access_token: token, expires_in: lifetime } = object(answer, 'the answer');
      // `expires_in` is only recommended (RFC 6749, 5.1).
      return { token: text(token, 'access_token'), ...(Number(lifetime) > 0 && { lifetimeSeconds: Number(lifetime) }) };
    },
  };
}

/** Keeps a token until 60 s before its end, a short-lived one for half its life. Calls share one request for it. */
function createProviderTokens(
  client: HttpClient,
  provider: string,
  connection: Connection,
  { operation, request, read }: TokenProtocol,
): TokenSource & { renew(): Promise<AccessToken> } {
  const path = connection.tokenUrl.pathname + connection.tokenUrl.search;
  let cached: { token: string; freshUntilMs: number } | undefined;
  let underWay: Promise<AccessToken> | undefined;

  async function ask(): Promise<AccessToken> {
    const askedAtMs = Date.now();
    const call = { ...request(connection), operation, method: 'POST', path, idempotent: true } as const;
    const { body } = await client.call(call).catch((error: unknown) => {
      // RFC 6749, 5.2: refused credentials are a 400 as often as a 401.
      if (!isRejection(error)) throw error;
      throw new ProviderError('UNAUTHORIZED', error.message, { provider, operation, status: error.status, cause: error });
    });
    const { token, lifetimeSeconds = DEFAULT_LIFETIME_SECONDS } = readDocument({ provider, operation }, () => read(body));
    const marginSeconds = Math.min(EXPIRY_MARGIN_SECONDS, lifetimeSeconds / 2);
    cached = { token, freshUntilMs: askedAtMs + (lifetimeSeconds - marginSeconds) * 1000 };
    return { accessToken: token, expiresAt: new Date(askedAtMs + lifetimeSeconds * 1000) };
  }

  function renew(): Promise<AccessToken> {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    renew,
    async get() {
      if (cached && Date.now() < cached.freshUntilMs) return cached.token;
      return (await renew()).accessToken;
    },
    discard(token) {
      // Another call may have replaced it already.
      if (cached?.token === token) cached = undefined;
    },
  };
}

/** Whether the provider refused what was asked, as opposed to not being able to answer. */
export function isRejection(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.kind === 'REJECTED';
}

export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRejection(error) && error.status === 404) return undefined;
    throw error;
  }
}
