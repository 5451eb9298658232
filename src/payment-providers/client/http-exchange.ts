import { errors, Pool } from 'undici';
import { retryAfterMs } from '../../platform/backoff.js';
import { createCircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.js';
import { describeProblem } from './problem.js';
import { ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from './provider-error.js';

/** One call: `path` goes after the base URL, `operation` is its route ("PUT /cob/{txid}"). At most one of `json` and `form`. */
export interface HttpCall {
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Safe to send twice. @default what RFC 9110 says of the method */
  idempotent?: boolean;
}

/** A 2xx answer. `body` is the parsed JSON, undefined when the answer had none. */
export interface HttpAnswer {
  status: number;
  body: unknown;
}

/** Where and how requests are sent; `createHttpClient` says what each means. */
export interface HttpExchangeOptions {
  provider: string;
  baseUrl: string;
  tls?: { certificatePem?: string; privateKeyPem?: string; caPem?: string };
  connections: number;
  maxQueued: number;
  maxResponseBytes: number;
  circuit?: CircuitBreakerOptions;
}

/** Sends one request, once. A failure is returned, not thrown, so that the caller can weigh it. */
export interface HttpExchange {
  send(request: HttpCall, token: string | undefined, signal: AbortSignal): Promise<HttpAnswer | ProviderError>;
  close(): Promise<void>;
}

const NOT_JSON = Symbol('not JSON');

/**
 * One request over a bounded pool of connections, guarded by a circuit breaker, and its answer read as the closed set of
 * outcomes: an HttpAnswer for 2xx with JSON or nothing, a ProviderError for all else. Redirects are answers like any other
 * that is not 2xx.
 */
export function createHttpExchange(options: HttpExchangeOptions): HttpExchange {
  const { provider, tls, connections, maxQueued, maxResponseBytes } = options;
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const circuit = createCircuitBreaker(options.circuit);
  const pool = new Pool(base.origin, {
    connections,
    maxResponseSize: maxResponseBytes,
    connect: tls && { cert: tls.certificatePem, key: tls.privateKeyPem, ca: tls.caPem },
  });

  async function send(request: HttpCall, token: string | undefined, signal: AbortSignal): Promise<HttpAnswer | ProviderError> {
    const failure = (kind: ProviderErrorKind, reason: string, more: Partial<ProviderErrorDetails> = {}) =>
      new ProviderError(kind, reason, { provider, operation: request.operation, ...more });
    const { body, contentType } = encoded(request);
    if (pool.stats.queued >= maxQueued) return failure('UNREACHABLE', `${maxQueued} calls are waiting already`);
    if (!circuit.mayPass()) return failure('CIRCUIT_OPEN', 'not called, because the calls before it failed');

    let answer: { status: number; text: string; retryAfter: string | string[] | undefined };
    try {
      const response = await pool.request({
        method: request.method,
        path: basePath + request.path,
        query: request.query,
        headers: {
          accept: 'application/json, application/problem+json',
          ...(contentType !== undefined && { 'content-type': contentType }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...request.headers,
        },
        body,
        signal,
      });
      const text = await response.body.text();
      answer = { status: response.statusCode, text, retryAfter: response.headers['retry-after'] };
    } catch (cause) {
      if (cause instanceof errors.ResponseExceededMaxSizeError) {
        // It answered, so it is alive.
        circuit.succeeded();
        return failure('INVALID_ANSWER', `answered more than ${maxResponseBytes} bytes`, { cause });
      }
      circuit.failed();
      if (signal.aborted) return failure('TIMEOUT', 'no answer before the deadline', { cause });
      return failure('UNREACHABLE', cause instanceof Error ? cause.message : String(cause), { cause });
    }

    const { status } = answer;
    if (status >= 500) circuit.failed();
    else circuit.succeeded();
    const parsed = parseJson(answer.text);
    const described = describeProblem(parsed);
    const reason = `answered ${status}${described && `: ${described}`}`;
    if (status === 429 || status >= 500)
      return failure('UNREACHABLE', reason, { status, retryAfterMs: retryAfterMs(answer.retryAfter) });
    if (status === 401 || status === 403) return failure('UNAUTHORIZED', reason, { status });
    if (status >= 400) return failure('REJECTED', reason, { status });
    if (status < 200 || status >= 300) return failure('INVALID_ANSWER', reason, { status });
    if (parsed === NOT_JSON) return failure('INVALID_ANSWER', 'answered something that is not JSON', { status });
    return { status, body: parsed };
  }

  return { send, close: () => pool.close() };
}

function encoded({ json, form }: HttpCall): { body: string | null; contentType: string | undefined } {
  if (form) return { body: new URLSearchParams(form).toString(), contentType: 'application/x-www-form-urlencoded' };
  if (json !== undefined) return { body: JSON.stringify(json), contentType: 'application/json' };
  return { body: null, contentType: undefined };
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
