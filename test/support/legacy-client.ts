import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { anAdmin } from './actors.js';
import type { TestServer } from './start.js';

export interface LegacyCredentials {
  clientKey: string;
  clientSecret: string;
  signatureSecret: string;
  companyId: number;
}

export interface LegacyAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

/** How one call differs from what the client would send by itself. `null` leaves a header out. */
interface LegacyCall {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
  /** Sends `X-Company-ID` and a `Signature` over the body. */
  signed?: boolean;
}

export interface LegacyClient {
  credentials: LegacyCredentials;
  token: string;
  login(): Promise<LegacyAnswer>;
  call(method: string, path: string, call?: LegacyCall): Promise<LegacyAnswer>;
  charge(body: unknown, call?: LegacyCall): Promise<LegacyAnswer>;
}

/** The hex HMAC-SHA256 of a body, by which both sides know each other. */
export function signatureOf(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** A client of the provider-facing group, written from its documentation alone. */
export function legacyClient(url: string, credentials: LegacyCredentials): LegacyClient {
  const client: LegacyClient = {
    credentials,
    token: '',
    async login() {
      const body = { client_key: credentials.clientKey, client_secret: credentials.clientSecret };
      const answer = await client.call('POST', '/auth/v1/token', { body, token: null });
      client.token = answer.body?.access_token ?? '';
      return answer;
    },
    async call(method, path, { body, headers = {}, token = client.token, signed = false } = {}) {
      const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(bytes !== undefined && { 'content-type': 'application/json' }),
          ...(signed && {
            'x-company-id': String(credentials.companyId),
            signature: signatureOf(credentials.signatureSecret, bytes ?? ''),
          }),
          ...headers,
        },
        ...(bytes !== undefined && { body: bytes }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
    },
    charge: (body, call) => client.call('POST', '/cashin/api/billing_order', { ...call, body }),
  };
  return client;
}

export async function aLegacyClient(server: TestServer, name = 'Loja'): Promise<LegacyClient & { id: string }> {
  const { token } = await anAdmin(server);
  const { data } = await server.graphql(
    `mutation ($input: CreateApiClientInput!) {
       createApiClient(input: $input) { clientKey clientSecret signatureSecret companyId client { id } }
     }`,
    { input: { name } },
    { token },
  );
  const { client: row, ...credentials } = data.createApiClient;
  const client = legacyClient(server.url, credentials);
  expect((await client.login()).status).toBe(200);
  return Object.assign(client, { id: row.id });
}

export function chargeBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  serial += 1;
  return { payer_name: 'Maria da Silva', amount: 1250, external_id: `sale-${serial}`, description: 'Pedido 42', ...changes };
}

let serial = 0;

export function refusal(statusCode: keyof typeof NAMES, message: unknown = expect.any(String)) {
  return { error: NAMES[statusCode], statusCode, message };
}

export function refused(statusCode: keyof typeof NAMES, message?: unknown): [number, object] {
  return [statusCode, refusal(statusCode, message)];
}

const NAMES = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Record Not Found', 429: 'Too Many Requests' };
