import { setTimeout as sleep } from 'node:timers/promises';
import { errors, Pool } from 'undici';
import { backoffMs, retryAfterMs } from '../../platform/backoff.js';
import { ForbiddenAddressError, guardedConnector, type AddressGuard } from '../../platform/http/guarded-connector.js';
import { NO_TRACER, type Tracer } from '../../platform/tracer.js';
import { describeProblem, ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from './provider-error.js';
import { parseStorableJson } from '../../platform/storable-json.js';

export interface CircuitBreakerOptions {
  /** In a row. @default 10 */
  failuresToOpen?: number;
  /** @default 10_000 */
  openMs?: number;
}

/** A service that fails costs a caller microseconds instead of a deadline. One call passes every `openMs`, as a probe. */
function createCircuitBreaker({ failuresToOpen = 10, openMs = 10_000 }: CircuitBreakerOptions = {}) {
  let failuresInARow = 0;
  let nextProbeAtMs = 0;

  return {
    mayPass() {
      if (failuresInARow < failuresToOpen) return true;
      // Monotonic: a wall clock set back would keep the circuit open for as long.
      const nowMs = performance.now();
      if (nowMs < nextProbeAtMs) return false;
      nextProbeAtMs = nowMs + openMs;
      return true;
    },
    succeeded() {
      failuresInARow = 0;
    },
    failed() {
      failuresInARow += 1;
      if (failuresInARow >= failuresToOpen) nextProbeAtMs = performance.now() + openMs;
    },
  };
}

/** `path` goes after the base URL, `operation` is its route ("PUT /cob/{txid}"). At most one of `json` and `form`. */
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

export interface HttpAnswer {
  status: number;
  body: unknown;
}

/** `discard` says that a token was refused. */
export interface TokenSource {
  get(): Promise<string>;
  discard(token: string): void;
}

/** How one provider is called. Times are in milliseconds, sizes in bytes. */
export interface HttpClientOptions {
  provider: string;
  baseUrl: string;
  guard: AddressGuard;
  /** PEM texts: the client's certificate for mutual TLS, and the authorities to trust instead of the usual ones. */
  tls?: { certificatePem?: string; privateKeyPem?: string; caPem?: string };
  /** Left out: no `Authorization` unless the call brings one. */
  tokens?: TokenSource;
  /** A call's whole time: waiting for a connection, the token, every retry. @default 10_000 */
  deadlineMs?: number;
  /** Calls under way at once. @default 16 */
  connections?: number;
  /** Calls waiting for one of these connections; one more fails at once. @default 1_000 */
  maxQueued?: number;
  /** Tries after the first, of calls that are safe to repeat. @default 2 */
  maxRetries?: number;
  /** The largest answer that is read. @default 1_048_576 */
  maxResponseBytes?: number;
  circuit?: CircuitBreakerOptions;
  observe?: (call: CallObservation) => void;
  tracer?: Tracer;
}

export interface CallObservation {
  provider: string;
  operation: string;
  outcome: 'OK' | ProviderErrorKind;
  status: number | undefined;
  durationMs: number;
}

/** `call` answers on 2xx and throws ProviderError on everything else. */
export interface HttpClient {
  call(request: HttpCall): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const DEADLINE_MS = 10_000;
const NOT_JSON = Symbol('not JSON');
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** After a 401 the request is sent once more with a new token, for every method: the provider has done nothing. Redirects are not followed. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { provider, tokens, observe, tracer = NO_TRACER, deadlineMs = DEADLINE_MS, maxRetries = 2 } = options;
  const exchange = createExchange(options);
  let closing: Promise<void> | undefined;

  async function attempts(request: HttpCall, signal: AbortSignal, endsAtMs: number): Promise<HttpAnswer> {
    const idempotent = request.idempotent ?? IDEMPOTENT_METHODS.has(request.method);
    let renewed = false;
    let retries = 0;
    for (;;) {
      const token = tokens && (await orAborted(tokens.get(), signal));
      const outcome = await exchange.send(request, token, signal);
      if (!(outcome instanceof ProviderError)) return outcome;
      if (outcome.status === 401 && tokens && token !== undefined && !renewed) {
        tokens.discard(token);
        renewed = true;
        continue;
      }
      const waitMs = backoffMs(retries, outcome.retryAfterMs);
      const again = idempotent && outcome.kind === 'UNREACHABLE' && retries < maxRetries && !closing;
      if (!again || performance.now() + waitMs >= endsAtMs) throw outcome;
      retries += 1;
      await sleep(waitMs, undefined, { signal });
    }
  }

  async function call(request: HttpCall): Promise<HttpAnswer> {
    const { operation } = request;
    const startedMs = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    const finished = (outcome: CallObservation['outcome'], status: number | undefined) =>
      observe?.({ provider, operation, outcome, status, durationMs: performance.now() - startedMs });
    try {
      const answer = await attempts(request, deadline.signal, startedMs + deadlineMs);
      finished('OK', answer.status);
      return answer;
    } catch (cause) {
      const late = cause === deadline.signal.reason || (cause instanceof Error && cause.name === 'AbortError');
      const error = late
        ? new ProviderError('TIMEOUT', `not done within ${deadlineMs} ms`, { provider, operation, cause })
        : cause;
      if (error instanceof ProviderError) finished(error.kind, error.status);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  const traced = (request: HttpCall): Promise<HttpAnswer> =>
    tracer.step(request.operation, { kind: 'CLIENT', attributes: { 'gateway.provider': provider } }, () => call(request));
  return { call: traced, close: () => (closing ??= exchange.close()) };
}

/** A failure is returned, not thrown: the caller may try again. */
function createExchange(options: HttpClientOptions) {
  const { provider, guard, tls, deadlineMs = DEADLINE_MS, connections = 16 } = options;
  const { maxQueued = 1_000, maxResponseBytes = 1_048_576 } = options;
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const circuit = createCircuitBreaker(options.circuit);
  const pool = new Pool(base.origin, {
    connections,
    maxResponseSize: maxResponseBytes,
    connect: guardedConnector({
      ...guard,
      connectTimeoutMs: deadlineMs,
      tls: tls && { cert: tls.certificatePem, key: tls.privateKeyPem, ca: tls.caPem },
    }),
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
        circuit.succeeded();
        return failure('INVALID_ANSWER', `answered more than ${maxResponseBytes} bytes`, { cause });
      }
      if (cause instanceof ForbiddenAddressError) return failure('FORBIDDEN_HOST', cause.message, { cause });
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
    return parseStorableJson(text);
  } catch {
    return NOT_JSON;
  }
}

/** A slow token, which other calls wait for too, must not outlast this call's deadline. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
