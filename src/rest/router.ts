import etagOf from 'etag';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { App, Context } from '../context.js';
import type { Executor } from '../graphql/executor.js';
import { textOnce } from '../graphql/kept-answers.js';
import { DomainError, refuse } from '../platform/domain-error.js';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import type { Refusal } from '../platform/refusal.js';
import { REVALIDATED, sendRevalidated, sendText, varyBy } from '../platform/http/send.js';
import { mountMethodNotAllowed, sendError, sendNoRoute, type WrongMethodRefusal } from '../platform/http/json-errors.js';
import { requestInfoOf } from '../platform/http/request-info.js';
import { needsToken } from './route.js';
import { isPublicPath, type ServedRoute } from './served-route.js';
import { variablesOf } from './variables.js';

/** Every path under `/v1`, known or not, needs for its methods the token of a USER or an ADMIN; no other path needs one. */
export function mountRest(
  fastify: FastifyInstance,
  options: { app: App; executor: Executor; routes: readonly ServedRoute[]; refuseWrongMethod: WrongMethodRefusal },
): void {
  const { app, executor, routes, refuseWrongMethod } = options;
  fastify.register(async (rest) => {
    rest.removeContentTypeParser('text/plain');
    acceptEmptyBodies(rest);
    rest.decorateRequest('restContext');
    for (const route of routes) mountRoute(rest, { app, executor, route });
    for (const path of new Set(routes.map((route) => route.path))) refuseOtherMethods(rest, path, routes);
  });
  fastify.register(
    async (v1) => {
      // Programs call these addresses: a browser gets JSON here too.
      v1.setErrorHandler((error, _request, reply) => sendError(reply, error));
      v1.setNotFoundHandler(async (request, reply) => {
        const refused = refuseWrongMethod(request, reply);
        if (refused) return refused;
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
    // Before the body is read, so that a caller without a token learns nothing else.
    onRequest: async (request, reply) => request.setDecorator('restContext', await contextOf(app, request, reply)),
    handler: async (request, reply) => {
      const context = request.getDecorator<Context>('restContext');
      const answered = await executor.run({ ...route.document(), variables: variablesOf(route, request) }, context);
      for (const [name, value] of answered.headers ?? []) reply.header(name, value);
      const { data, errors } = answered.result;
      if (errors) throw refusal(errors, answered.retryAfterSeconds);
      const shaped = (): unknown => {
        const answer = route.shape(data);
        if (answer == null && route.status !== 204) throw refuse('rest.notFound');
        return answer;
      };
      reply.code(route.status);
      if (route.method !== 'GET') return reply.send(shaped());
      reply.type('application/json; charset=utf-8');
      if (keptBy === 'nobody') return sendText(reply, JSON.stringify(shaped()));
      const text = textOnce(data, route, () => JSON.stringify(shaped()));
      reply.header('cache-control', REVALIDATED[keptBy]);
      if (keptBy === 'callerOnly') varyBy(reply, 'authorization');
      return sendRevalidated(reply, text, typeof text === 'string' ? etagOf(text, { weak: true }) : text.etag());
    },
  });
}

type KeptBy = keyof typeof REVALIDATED | 'nobody';

/** Only PUBLIC answers are kept; under `/v1` by the caller alone, since operators may see more. */
function keptByOf(route: ServedRoute): KeptBy {
  if (!route.isForAnyone) return 'nobody';
  return isPublicPath(route.path) ? 'everybody' : 'callerOnly';
}

async function tokenContext(app: App, request: FastifyRequest, reply?: FastifyReply): Promise<Context> {
  const context = await app.contextFor(requestInfoOf(request, reply));
  if (context.principal.role !== 'PUBLIC') return context;
  throw refuse('rest.userTokenNeeded');
}

/** Ignores a token: a client logs in because its own has expired, and a shared cache needs the same answer for all. */
function publicContext(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  return app.contextFor({ ...requestInfoOf(request, reply), authorization: undefined });
}

function refusal([error]: readonly GraphQLFormattedError[], retryAfterSeconds: number | undefined): DomainError {
  const { code, refusal: said } = error?.extensions ?? {};
  if (!isErrorCode(code)) throw new Error(`a route's document failed: ${JSON.stringify(said)}`);
  return new DomainError(code, said as Refusal, retryAfterSeconds);
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

function refuseOtherMethods(rest: FastifyInstance, path: string, routes: readonly ServedRoute[]): void {
  const methods: HTTPMethods[] = routes.filter((route) => route.path === path).map((route) => route.method);
  const served: HTTPMethods[] = [...methods, ...(methods.includes('GET') ? ['HEAD' as const] : []), 'OPTIONS'];
  mountMethodNotAllowed(rest, { url: path, served });
}

/** Many clients send an empty body with a PATCH: it is no body, of any content type. */
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
