import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createCheck } from './api-pix-contract.js';
import type { ReceivedRequest } from './received-request.js';

/** One route's part of a contract: JSON Schemas of its headers, its body when it has one, and its answers by status. */
export interface Operation {
  headers: object;
  request?: object;
  responses: Record<number, object>;
}

/** A request as a route's handler sees it. */
export interface FakeCall {
  headers: FastifyRequest['headers'];
  params: Record<string, string>;
  body: unknown;
  rawBody: string;
}

export interface FakeAnswer {
  status: number;
  body: unknown;
}

/**
 * What befalls a request: another answer instead of the route's own, none at all (the caller's deadline ends it), or a
 * connection that breaks when the route has done its work.
 */
export type Fault = { status: number; body?: unknown; headers?: Record<string, string> } | 'NO_ANSWER' | 'LOST_ANSWER';

/** A provider's API played on 127.0.0.1. */
export interface FakeProvider<Route extends string> {
  url: string;
  /** What broke the contract, on either side, one sentence each. */
  problems: string[];
  asked(route: Route): ReceivedRequest[];
  /** Lets these befall the next requests of a route, one each. */
  fail(route: Route, ...faults: Fault[]): void;
  stop(): Promise<void>;
}

/**
 * Starts a provider whose every request and answer is checked against its contract. A request that breaks it is answered 400,
 * and is a problem in any case, since a test may expect to be refused.
 */
export async function startFakeProvider<Route extends string>(
  operations: Record<Route, Operation>,
  handlers: Record<Route, (call: FakeCall) => FakeAnswer>,
): Promise<FakeProvider<Route>> {
  const check = createCheck();
  const problems: string[] = [];
  const received = new Map<string, ReceivedRequest[]>();
  const faults = new Map<string, Fault[]>();
  const fastify = Fastify({ forceCloseConnections: true });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.setNotFoundHandler((request, reply) => {
    problems.push(`${request.method} ${request.url} is no operation of the contract`);
    return reply.code(404).send({});
  });

  function answer(route: Route, request: FastifyRequest): FakeAnswer {
    const { headers, request: body, responses } = operations[route];
    const rawBody = typeof request.body === 'string' ? request.body : '';
    const parsed: unknown = rawBody === '' ? undefined : JSON.parse(rawBody);
    const broken = [
      ...check(headers, request.headers, `${route}: headers`),
      ...(body ? check(body, parsed, `${route}: request`) : []),
      ...(!body && rawBody !== '' ? [`${route}: a body was sent`] : []),
    ];
    problems.push(...broken);
    if (broken.length > 0) return { status: 400, body: { error: 'the contract is broken' } };
    const given = handlers[route]({
      headers: request.headers,
      params: request.params as Record<string, string>,
      body: parsed,
      rawBody,
    });
    const listed = responses[given.status];
    const name = `${route} -> ${given.status}`;
    problems.push(...(listed ? check(listed, given.body, name) : [`${name} is not listed`]));
    return given;
  }

  async function serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { method, url, headers, body } = request;
    received.set(route, [...(received.get(route) ?? []), { method, url, headers, body: typeof body === 'string' ? body : '' }]);
    const fault = faults.get(route)?.shift();
    if (fault === 'NO_ANSWER') return reply.hijack();
    if (fault === 'LOST_ANSWER') {
      answer(route, request);
      reply.hijack();
      return request.raw.socket.destroy();
    }
    const { status, body: given } = fault ?? answer(route, request);
    if (typeof fault === 'object' && fault.headers) reply.headers(fault.headers);
    return reply
      .code(status)
      .type('application/json')
      .send(typeof given === 'string' ? given : JSON.stringify(given ?? {}));
  }

  for (const route of Object.keys(operations) as Route[]) {
    const [method = '', path = ''] = route.split(' ');
    fastify.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(route, request, reply),
    });
  }
  return {
    url: await fastify.listen({ host: '127.0.0.1', port: 0 }),
    problems,
    asked: (route) => received.get(route) ?? [],
    fail: (route, ...more) => void faults.set(route, [...(faults.get(route) ?? []), ...more]),
    stop: () => fastify.close(),
  };
}
