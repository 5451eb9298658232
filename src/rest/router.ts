import { errorCodes, type FastifyInstance, type FastifyRequest, type HTTPMethods } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { App, Context } from '../context.js';
import type { Executor } from '../graphql/executor.js';
import { DomainError, notFound } from '../platform/domain-error.js';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import type { Refusal } from '../platform/refusal.js';
import { REVALIDATED, sendRevalidated, varyBy } from '../platform/http/caching.js';
import { sendText } from '../platform/http/compression.js';
import { sendError, sendNoRoute } from '../platform/http/json-errors.js';
import { mountMethodNotAllowed } from '../platform/http/method-not-allowed.js';
import { requestInfoOf } from '../platform/http/request-info.js';
import { needsToken } from './route.js';
import { isPublicPath, type ServedRoute } from './served-route.js';
import { variablesOf } from './variables.js';

/**
 * Serves the table of routes. Each runs its document through the service's one executor, so that a route checks nothing
 * by itself but the token: every path under `/v1`, known or not, needs one of a USER or an ADMIN; no other asks for one.
 */
export function mountRest(
  fastify: FastifyInstance,
  options: { app: App; executor: Executor; routes: readonly ServedRoute[] },
): void {
  const { app, executor, routes } = options;
  fastify.register(async (rest) => {
    rest.removeContentTypeParser('text/plain');
    acceptEmptyBodies(rest);
    rest.decorateRequest('restContext');
    for (const route of routes) mountRoute(rest, { app, executor, route });
    for (const path of new Set(routes.map((route) => route.path))) refuseOtherMethods(rest, app, path, routes);
  });
  fastify.register(
    async (v1) => {
      v1.setNotFoundHandler(async (request, reply) => {
        await tokenContext(app, request);
        return sendNoRoute(reply);
      });
    },
    { prefix: '/v1' },
  );
}

function mountRoute(rest: FastifyInstance, options: { app: App; executor: Executor; route: ServedRoute }): void {
  const { app, executor, route } = options;
  const keptBy = keptByOf(route);
  const contextOf = needsToken(route.path) ? tokenContext : publicContext;
  rest.route({
    method: route.method,
    url: route.path,
    errorHandler: (error, _request, reply) => sendError(reply, error, route),
    // Before the body is read: a caller without a token learns nothing else.
    onRequest: async (request) => request.setDecorator('restContext', await contextOf(app, request)),
    handler: async (request, reply) => {
      const context = request.getDecorator<Context>('restContext');
      const answered = await executor.run({ ...route.document(), variables: variablesOf(route, request) }, context);
      const { data, errors } = answered.result;
      if (errors) throw refusal(errors, answered.retryAfterSeconds);
      const answer = route.shape(data);
      if (answer == null && route.status !== 204) throw notFound('record');
      reply.code(route.status);
      if (route.method !== 'GET') return reply.send(answer);
      const text = JSON.stringify(answer);
      reply.type('application/json; charset=utf-8');
      if (keptBy === 'nobody') return sendText(reply, text);
      reply.header('cache-control', REVALIDATED[keptBy]);
      if (keptBy === 'callerOnly') varyBy(reply, 'authorization');
      return sendRevalidated(reply, text);
    },
  });
}

/** Whose cache may keep what a GET answers. */
type KeptBy = keyof typeof REVALIDATED | 'nobody';

/** What is for anyone may be kept; with a token by its caller alone, for what an operator sees of the same may be more. */
function keptByOf(route: ServedRoute): KeptBy {
  if (!route.isForAnyone) return 'nobody';
  return isPublicPath(route.path) ? 'everybody' : 'callerOnly';
}

/** The context of a request with the token of a USER or an ADMIN, else UNAUTHENTICATED. */
async function tokenContext(app: App, request: FastifyRequest): Promise<Context> {
  const context = await app.contextFor(requestInfoOf(request));
  if (context.principal.role !== 'PUBLIC') return context;
  throw new DomainError('UNAUTHENTICATED', 'This needs an access token of a user or an operator: log in first.');
}

/**
 * The context of a login, and of what is for anyone. A token that comes along is ignored: a client logs in because its own has
 * expired, and what everybody's cache may keep is told to all alike.
 */
function publicContext(app: App, request: FastifyRequest): Promise<Context> {
  return app.contextFor({ ...requestInfoOf(request), authorization: undefined });
}

/** The executor's errors as the refusal the first of them came from: a document has one operation, which fails once. */
function refusal([error]: readonly GraphQLFormattedError[], retryAfterSeconds: number | undefined): DomainError {
  const { code, refusal: said } = error?.extensions ?? {};
  if (!isErrorCode(code)) throw new Error(`a route's document failed: ${JSON.stringify(said)}`);
  return new DomainError(code, said as Refusal, undefined, retryAfterSeconds);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

/** 405 with the methods a path has. They are told by OPTIONS too, without a token: it is no operation. */
function refuseOtherMethods(rest: FastifyInstance, app: App, path: string, routes: readonly ServedRoute[]): void {
  const methods: HTTPMethods[] = routes.filter((route) => route.path === path).map((route) => route.method);
  const served: HTTPMethods[] = [...methods, ...(methods.includes('GET') ? ['HEAD' as const] : []), 'OPTIONS'];
  const allow = served.join(', ');
  rest.options(path, async (_request, reply) => reply.code(204).header('allow', allow).send());
  mountMethodNotAllowed(rest, {
    url: path,
    served,
    check: async (request) => {
      if (needsToken(path)) await tokenContext(app, request);
    },
  });
}

/** An empty body, which many clients send with a PATCH that says all in its path, is no body, of whatever content type it says to be. */
function acceptEmptyBodies(rest: FastifyInstance): void {
  const parse = rest.getDefaultJsonParser('error', 'error');
  rest.removeContentTypeParser('application/json');
  rest.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined);
    return parse(request, body, done);
  });
  rest.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, undefined) : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()),
  );
}
