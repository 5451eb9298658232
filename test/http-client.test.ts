import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { backoffMs, retryAfterMs } from '../src/platform/backoff.js';
import {
  createHttpClient,
  type CallObservation,
  type HttpCall,
  type HttpClient,
  type HttpClientOptions,
} from '../src/payment-providers/client/http-client.js';
import { addressGuard } from '../src/platform/http/guarded-connector.js';
import { ProviderError } from '../src/payment-providers/client/provider-error.js';
import { answerJson, open, startRemoteService, stopAll, type RemoteService } from './support/sandbox.js';

const GET: HttpCall = { operation: 'GET /thing', method: 'GET', path: '/thing' };
const PUT: HttpCall = { operation: 'PUT /thing', method: 'PUT', path: '/thing', json: { a: 1 } };
const POST: HttpCall = { operation: 'POST /thing', method: 'POST', path: '/thing', json: { a: 1 } };

afterEach(stopAll);

async function serving(answer: Parameters<typeof startRemoteService>[0]): Promise<RemoteService> {
  const service = await startRemoteService(answer);
  open.push(service);
  return service;
}

function clientOf(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({ provider: 'acme', baseUrl, guard: addressGuard(true), ...options });
  open.push({ stop: () => client.close() });
  return client;
}

async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error('expected a ProviderError', { cause: error });
}

function rotatingTokens(): { tokens: NonNullable<HttpClientOptions['tokens']>; discarded: string[] } {
  const discarded: string[] = [];
  return {
    discarded,
    tokens: { get: async () => `token-${discarded.length + 1}`, discard: (token) => void discarded.push(token) },
  };
}

describe('a call to a provider', () => {
  it('sends JSON with a bearer token under the base path and gives back the JSON answered', async () => {
    const service = await serving((_, response) => answerJson(response, 201, { ok: true }));
    const client = clientOf(`${service.url}/api/v2/`, { tokens: rotatingTokens().tokens });

    const answer = await client.call({ ...PUT, query: { 'paginacao.paginaAtual': '0', fim: '2026-01-01T00:00:00.000Z' } });

    expect(answer).toEqual({ status: 201, body: { ok: true } });
    const [sent] = service.received;
    expect(sent?.method).toBe('PUT');
    expect(sent?.url).toBe('/api/v2/thing?paginacao.paginaAtual=0&fim=2026-01-01T00%3A00%3A00.000Z');
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(sent?.headers.authorization).toBe('Bearer token-1');
    expect(sent?.body).toBe('{"a":1}');
  });

  it('sends a form as a form, and reads an answer without a body as undefined', async () => {
    const service = await serving((_, response) => void response.writeHead(204).end());
    const answer = await clientOf(service.url).call({
      operation: 'POST /t',
      method: 'POST',
      path: '/t',
      form: { a: 'x y', b: '&' },
    });

    expect(answer).toEqual({ status: 204, body: undefined });
    expect(service.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(service.received[0]?.body).toBe('a=x+y&b=%26');
  });

  it('is repeated after 503 and 429 when it is safe to repeat', async () => {
    const statuses = [503, 429, 200];
    const service = await serving((_, response) => answerJson(response, statuses.shift() ?? 500, { done: true }));

    expect(await clientOf(service.url).call(PUT)).toEqual({ status: 200, body: { done: true } });
    expect(service.received).toHaveLength(3);
  });

  it('gives up after two retries and says which status it was', async () => {
    const service = await serving((_, response) => answerJson(response, 502, {}));
    const error = await failureOf(clientOf(service.url).call(GET));

    expect(error).toMatchObject({ kind: 'UNREACHABLE', status: 502, provider: 'acme', operation: 'GET /thing' });
    expect(service.received).toHaveLength(3);
  });

  it('is not repeated when repeating could do it twice', async () => {
    const service = await serving((_, response) => answerJson(response, 503, {}));
    const client = clientOf(service.url);

    expect((await failureOf(client.call(POST))).kind).toBe('UNREACHABLE');
    expect((await failureOf(client.call({ ...POST, method: 'PATCH' }))).kind).toBe('UNREACHABLE');
    expect(service.received).toHaveLength(2);
  });

  it('is repeated after a connection that breaks before the answer', async () => {
    const service = await serving((_, response) => {
      if (service.received.length === 1) response.socket?.destroy();
      else answerJson(response, 200, { tries: service.received.length });
    });
    expect((await clientOf(service.url).call(GET)).body).toEqual({ tries: 2 });
  });

  it('fails at once when the provider asks for a longer wait than the deadline leaves', async () => {
    const service = await serving((_, response) => answerJson(response, 429, {}, { 'retry-after': '60' }));
    const error = await failureOf(clientOf(service.url).call(GET));

    expect(error).toMatchObject({ kind: 'UNREACHABLE', status: 429, retryAfterMs: 60_000 });
    expect(service.received).toHaveLength(1);
  });

  it('says why it was refused in words, without the values that were sent', async () => {
    const problem = {
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      title: 'Invalid charge',
      status: 400,
      detail: 'Wrong.',
      violacoes: [{ razao: 'has no such owner', propriedade: 'cob.devedor.cpf', valor: '12345678909' }],
    };
    const service = await serving((_, response) => answerJson(response, 400, problem));
    const error = await failureOf(clientOf(service.url).call(PUT));

    expect(error.kind).toBe('REJECTED');
    expect(error.status).toBe(400);
    expect(error.message).toBe('acme: PUT /thing: answered 400: Invalid charge; Wrong.; cob.devedor.cpf; has no such owner');
    expect(service.received).toHaveLength(1);
  });

  it('fails when nobody listens, and says so to the observer', async () => {
    const service = await startRemoteService(() => {});
    await service.stop();
    const observed: CallObservation[] = [];
    const error = await failureOf(clientOf(service.url, { maxRetries: 0, observe: (call) => observed.push(call) }).call(GET));

    expect(error.kind).toBe('UNREACHABLE');
    expect(error.status).toBeUndefined();
    expect(observed).toEqual([
      { provider: 'acme', operation: 'GET /thing', outcome: 'UNREACHABLE', status: undefined, durationMs: expect.any(Number) },
    ]);
  });

  it.each([
    ['a redirect', 302, '', { location: '/elsewhere' }],
    ['HTML', 200, '<html></html>', { 'content-type': 'text/html' }],
    ['more bytes than the cap', 200, JSON.stringify({ a: 'x'.repeat(2_000) }), {}],
  ])('refuses %s as an answer', async (_, status, body, headers) => {
    const service = await serving((_request, response) => void response.writeHead(status, headers).end(body));
    const error = await failureOf(clientOf(service.url, { maxResponseBytes: 1_000 }).call(GET));

    expect(error.kind).toBe('INVALID_ANSWER');
    expect(service.received).toHaveLength(1);
  });
});

describe('the token of a call', () => {
  it('is replaced once after a 401, for a POST too', async () => {
    const service = await serving((request, response) =>
      answerJson(response, request.headers.authorization === 'Bearer token-2' ? 200 : 401, {}),
    );
    const { tokens, discarded } = rotatingTokens();

    expect((await clientOf(service.url, { tokens }).call(POST)).status).toBe(200);
    expect(discarded).toEqual(['token-1']);
    expect(service.received).toHaveLength(2);
  });

  it('is not replaced twice', async () => {
    const service = await serving((_, response) => answerJson(response, 401, {}));
    const error = await failureOf(clientOf(service.url, { tokens: rotatingTokens().tokens }).call(GET));

    expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status: 401 });
    expect(service.received).toHaveLength(2);
  });

  it('is not replaced after a 403, which says that the token is good and its scopes are not', async () => {
    const service = await serving((_, response) => answerJson(response, 403, {}));
    const error = await failureOf(clientOf(service.url, { tokens: rotatingTokens().tokens }).call(GET));

    expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status: 403 });
    expect(service.received).toHaveLength(1);
  });

  it('does not outlast the deadline of the call that waits for it', async () => {
    const service = await serving((_, response) => answerJson(response, 200, {}));
    const tokens = { get: () => sleep(2_000, 'late', { ref: false }), discard: () => {} };
    const startedMs = performance.now();
    const error = await failureOf(clientOf(service.url, { tokens, deadlineMs: 100 }).call(GET));

    expect(error.kind).toBe('TIMEOUT');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(service.received).toHaveLength(0);
  });
});

describe('the limits of a client', () => {
  it('ends a call at its deadline', async () => {
    const service = await serving(() => {});
    const startedMs = performance.now();
    const error = await failureOf(clientOf(service.url, { deadlineMs: 100 }).call(GET));

    expect(error.kind).toBe('TIMEOUT');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(service.received).toHaveLength(1);
  });

  it('ends a call at its deadline when the answer has begun but does not end', async () => {
    const service = await serving((_, response) => void response.writeHead(200).write('{"a":'));
    expect((await failureOf(clientOf(service.url, { deadlineMs: 100 }).call(GET))).kind).toBe('TIMEOUT');
  });

  it('has at most so many calls under way as it has connections', async () => {
    let underWay = 0;
    let most = 0;
    const service = await serving(async (_, response) => {
      most = Math.max(most, (underWay += 1));
      await sleep(10);
      underWay -= 1;
      answerJson(response, 200, {});
    });
    const client = clientOf(service.url, { connections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => client.call(GET)));

    expect(most).toBe(3);
    expect(service.received).toHaveLength(20);
  });

  it('refuses a call at once when too many wait already', async () => {
    const service = await serving(() => {});
    const client = clientOf(service.url, { connections: 1, maxQueued: 2, maxRetries: 0, deadlineMs: 1_000 });
    const kinds: string[] = [];
    const waiting = Array.from({ length: 10 }, () => failureOf(client.call(GET)).then(({ kind }) => kinds.push(kind)));
    const error = await failureOf(client.call(GET));

    expect(error.message).toContain('2 calls are waiting already');
    expect(kinds).not.toContain('TIMEOUT');
    await Promise.all(waiting);
    expect(kinds.filter((kind) => kind === 'TIMEOUT').length).toBeGreaterThan(0);
  });

  it('leaves a failing provider alone, tries it once after a while, and comes back when that works', async () => {
    let healthy = false;
    const service = await serving((_, response) => answerJson(response, healthy ? 200 : 500, {}));
    const client = clientOf(service.url, { maxRetries: 0, circuit: { failuresToOpen: 3, openMs: 100 } });

    for (let call = 0; call < 3; call += 1) expect((await failureOf(client.call(GET))).kind).toBe('UNREACHABLE');
    expect((await failureOf(client.call(GET))).kind).toBe('CIRCUIT_OPEN');
    expect(service.received).toHaveLength(3);

    await sleep(120);
    const kinds = (await Promise.all(Array.from({ length: 5 }, () => failureOf(client.call(GET))))).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['CIRCUIT_OPEN', 'CIRCUIT_OPEN', 'CIRCUIT_OPEN', 'CIRCUIT_OPEN', 'UNREACHABLE']);
    expect(service.received).toHaveLength(4);

    healthy = true;
    await sleep(120);
    for (let call = 0; call < 3; call += 1) expect((await client.call(GET)).status).toBe(200);
    expect(service.received).toHaveLength(7);
  });

  it('does not take refusals for failures', async () => {
    const service = await serving((_, response) => answerJson(response, 404, {}));
    const client = clientOf(service.url, { circuit: { failuresToOpen: 2 } });

    for (let call = 0; call < 5; call += 1) expect((await failureOf(client.call(GET))).kind).toBe('REJECTED');
  });

  it('lets the calls under way finish when it is closed, and takes no others', async () => {
    const service = await serving(async (_, response) => {
      await sleep(50);
      answerJson(response, 200, { done: true });
    });
    const client = createHttpClient({ provider: 'acme', baseUrl: service.url, guard: addressGuard(true) });
    const underWay = client.call(GET);
    await sleep(10);
    await client.close();

    expect((await underWay).body).toEqual({ done: true });
    expect((await failureOf(client.call(GET))).kind).toBe('UNREACHABLE');
    expect(service.received).toHaveLength(1);
  });
});

describe('the wait before a retry', () => {
  it('grows to 2 s at most, and adds to what the provider asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 60_000 }), (retry, askedMs) => {
        const waitMs = backoffMs(retry, askedMs);
        expect(waitMs).toBeGreaterThanOrEqual(askedMs);
        expect(waitMs).toBeLessThanOrEqual(askedMs + Math.min(2_000, 200 * 2 ** retry));
      }),
    );
  });

  it('reads Retry-After as seconds or as a date, and nothing else', () => {
    expect(retryAfterMs('2')).toBe(2_000);
    expect(retryAfterMs(new Date(Date.now() - 5_000).toUTCString())).toBe(0);
    const later = retryAfterMs(new Date(Date.now() + 10_000).toUTCString());
    expect(later).toBeGreaterThan(8_000);
    expect(later).toBeLessThanOrEqual(10_000);
    expect(retryAfterMs('soon')).toBeUndefined();
    expect(retryAfterMs(undefined)).toBeUndefined();
  });
});
