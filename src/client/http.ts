import {
  Client,
  createRequest,
  fetchExchange,
  makeOperation,
  type Exchange,
  type Operation,
  type OperationContext,
  type OperationResult,
} from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { retryExchange } from '@urql/exchange-retry';
import type { TypedDocumentString } from '../generated/client/operations.js';
import { failureOf, isPassing } from './errors.js';
import type { ResolvedOptions } from './options.js';
import type { Session } from './session.js';

export interface RequestOptions {
  /** Aborts the request. A mutation may have been done anyway. */
  signal?: AbortSignal | undefined;
  /** Without a token, and without renewing one: for requests inside `renew`. */
  anonymous?: boolean | undefined;
}

export interface MutationOptions extends RequestOptions {
  /**
   * 1 to 255 visible ASCII characters, one for each purchase or refund. A mutation is only retried with a key. Use it with `createOrder`,
   * `createOrderWithoutPaymentGateway` and `refundOrder`.
   */
  idempotencyKey?: string | undefined;
}

interface SendOptions extends MutationOptions {
  /** Safe to repeat without a key. */
  isRepeatable?: boolean;
}

export type Send = <Data, Variables>(
  kind: 'query' | 'mutation',
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  options: SendOptions,
) => Promise<Data>;

const KEYS = 2 ** 32;

export function createHttp(options: ResolvedOptions, session: Session): Send {
  const { url, timeoutMs, language } = options;
  const fetchWithin = markingRefusedTokens(session, (input, init) =>
    options.fetch(input, { ...init, signal: anyOf(init?.signal, AbortSignal.timeout(timeoutMs)) }),
  );
  const settings = { url, fetch: fetchWithin, preferGetMethod: false as const, requestPolicy: 'network-only' as const };
  const retry = retrying(options);
  const signedIn = new Client({ ...settings, exchanges: [authorized(session), retry, fetchExchange] });
  // A client of its own: a renewal must not wait for the requests that wait for it.
  const nobody = new Client({ ...settings, exchanges: [retry, fetchExchange] });
  let mutations = 0;

  return async (kind, document, variables, { signal, anonymous, idempotencyKey, isRepeatable = kind === 'query' }) => {
    signal?.throwIfAborted();
    const client = anonymous ? nobody : signedIn;
    const request = createRequest(document.toString(), variables as Record<string, unknown>);
    // Equal queries that are under way share one request, but not with somebody who was logged in before. Mutations never do:
    // of two with the same key that wait for a token, authExchange sends one.
    if (kind === 'mutation') mutations += 1;
    const key = kind === 'query' ? session.visits() * KEYS + (request.key >>> 0) : -mutations;
    const headers: Record<string, string> = {
      ...(language !== undefined && { 'accept-language': language }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const context = {
      fetchOptions: { headers },
      isRepeatable: isRepeatable || idempotencyKey !== undefined,
      ...(kind === 'mutation' && {
        abandoned: signal,
        fetch: ((input, init) => fetchWithin(input, { ...init, signal: anyOf(init?.signal, signal) })) as typeof fetch,
      }),
    };
    const operation = client.createRequestOperation(kind, { ...request, key }, context);
    const { data, error } = await firstOf(client.executeRequestOperation(operation), signal);
    if (error) throw failureOf(error);
    return data as never;
  };
}

/** A public answer comes with an invalid token too: mark the token as refused. */
function markingRefusedTokens(session: Session, ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    const sent = new Headers(init?.headers).get('authorization');
    if (response.ok && sent && response.headers.get('www-authenticate')?.includes('invalid_token'))
      session.refuse(sent.slice('Bearer '.length));
    return response;
  };
}

function retrying({ retry: { attempts, firstMs, longestMs } }: ResolvedOptions): Exchange {
  return retryExchange({
    initialDelayMs: firstMs,
    maxDelayMs: longestMs,
    maxNumberAttempts: attempts,
    randomDelay: true,
    retryWith(error, operation) {
      const { isRepeatable, abandoned, retry } = operation.context as OperationContext & RetryContext;
      const failure = failureOf(error);
      if (!isRepeatable || abandoned?.aborted || !isPassing(failure)) return null;
      const askedMs = (failure.retryAfterSeconds ?? 0) * 1_000;
      if (askedMs > longestMs) return null;
      if (askedMs === 0) return operation;
      // retryExchange multiplies the delay by 1.5 to 2.5.
      return makeOperation(operation.kind, operation, {
        ...operation.context,
        retry: { count: retry?.count ?? 0, delay: askedMs / 1.5 },
      });
    },
  });
}

interface RetryContext {
  isRepeatable: boolean;
  abandoned?: AbortSignal;
  retry?: { count: number };
}

/** Renewed before it expires, and once after a 401. */
function authorized(session: Session): Exchange {
  return authExchange(() =>
    Promise.resolve({
      addAuthToOperation: (operation) => withToken(operation, session.tokens()?.accessToken),
      willAuthError: () => session.isDue(),
      didAuthError({ response }, operation) {
        const sent = headersOf(operation).authorization;
        if ((response as Response | undefined)?.status !== 401 || !sent) return false;
        session.refuse(sent.slice('Bearer '.length));
        return true;
      },
      refreshAuth: () => session.ready(),
    }),
  );
}

function withToken(operation: Operation, token: string | undefined): Operation {
  const { authorization: _, ...rest } = headersOf(operation);
  const headers = { ...rest, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return makeOperation(operation.kind, operation, { ...operation.context, fetchOptions: { headers } });
}

function headersOf({ context }: Operation): Record<string, string> {
  return (context.fetchOptions as { headers: Record<string, string> }).headers;
}

type Results = ReturnType<Client['executeRequestOperation']>;

function firstOf(results: Results, signal: AbortSignal | undefined): Promise<OperationResult> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      signal?.removeEventListener('abort', abort);
      // Later: a result that is there already comes before `subscribe` has answered.
      queueMicrotask(() => subscription.unsubscribe());
      act();
    };
    const abort = (): void => finish(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', abort);
    const subscription = results.subscribe((result) => finish(() => resolve(result)));
  });
}

function anyOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== null && signal !== undefined));
}
