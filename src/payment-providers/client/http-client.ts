import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../platform/backoff.js';
import type { CircuitBreakerOptions } from './circuit-breaker.js';
import { createHttpExchange, type HttpAnswer, type HttpCall } from './http-exchange.js';
import { ProviderError, type ProviderErrorKind } from './provider-error.js';

/** Gives the bearer token of each call. `get` may be called often and at once; `discard` says that a token was refused. */
export interface TokenSource {
  get(): Promise<string>;
  discard(token: string): void;
}

/** How one provider is called. Times are in milliseconds, sizes in bytes. */
export interface HttpClientOptions {
  /** Names the provider in errors and observations. */
  provider: string;
  /** Scheme, host and the path every call starts with. */
  baseUrl: string;
  /** The client's certificate for mutual TLS, and the authorities to trust instead of the usual ones; PEM texts. */
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
  /** Told of every finished call; for metrics. */
  observe?: (call: CallObservation) => void;
}

/** What became of a call: `outcome` is `OK` or the error's kind. */
export interface CallObservation {
  provider: string;
  operation: string;
  outcome: 'OK' | ProviderErrorKind;
  status: number | undefined;
  durationMs: number;
}

/** A JSON client of one provider. `call` answers on 2xx and throws ProviderError on everything else. */
export interface HttpClient {
  call(request: HttpCall): Promise<HttpAnswer>;
  /** Lets the calls under way finish (their deadlines bound it) and refuses others. */
  close(): Promise<void>;
}

const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Makes the client of one provider. Every call has a deadline; at most `connections` are under way; 429, 5xx and broken
 * connections are tried again with jittered backoff when the call is safe to repeat; a 401 is tried once more with a fresh
 * token, whatever the method, since nothing was done; a provider that keeps failing is left alone for a while. Redirects are
 * never followed.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { provider, baseUrl, tls, tokens, circuit, observe } = options;
  const { deadlineMs = 10_000, connections = 16, maxQueued = 1_000, maxRetries = 2, maxResponseBytes = 1_048_576 } = options;
  const exchange = createHttpExchange({ provider, baseUrl, tls, connections, maxQueued, maxResponseBytes, circuit });
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
      // The wait for a token or for a retry ends with the signal's own reason.
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

  return { call, close: () => (closing ??= exchange.close()) };
}

/** The promise, unless the signal comes first: a slow token, which others wait for too, must not outlast this call's deadline. */
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
