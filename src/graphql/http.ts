import { HeaderMap, type ApolloServer, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST } from 'graphql';
import { contextFor, type App, type Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { wholeRequestRefusal } from './apollo.js';
import type { Operation } from './cost.js';
import type { Documents } from './documents.js';
import type { Executor } from './executor.js';
import { createMediaTypes } from './media-types.js';

/**
 * Serves `/graphql`: POST with JSON, GET for queries (with an `apollo-require-preflight` header or a JSON content type, so that
 * no foreign page can send one). What is asked for is Apollo's to decide. Nearly every request, though, is a POST of a
 * document that Apollo has let through before: its operation is run at once, to the same answer at half the cost.
 */
export function mountGraphql(
  fastify: FastifyInstance,
  options: { app: App; apollo: ApolloServer<Context>; documents: Documents; executor: Executor },
): void {
  const { app, apollo, documents, executor } = options;
  const mediaTypeFor = createMediaTypes();

  fastify.route({
    method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    async handler(request, reply) {
      if (!app.config.production && isBrowserVisit(request)) return reply.redirect('/ide');
      const mediaType = mediaTypeFor(request.headers.accept);
      const operation = knownOperation(documents, request);
      const context = operation && knownCaller(app, request);
      if (!operation || !context) return answerWithApollo(request, reply);
      const { status, result } = await executor.run(operation, context);
      return reply.code(status).header('content-type', mediaType).send(`${JSON.stringify(result)}\n`);
    },
  });

  async function answerWithApollo(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: asGraphqlRequest(request),
      context: async () => contextOrRefusal(app, request),
    });
    if (body.kind !== 'complete') throw new Error('no operation answers in parts');
    for (const [name, value] of headers) reply.header(name, value);
    return reply.code(status ?? 200).send(body.string);
  }
}

function isBrowserVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && url === '/graphql' && headers.accept?.includes('text/html') === true;
}

/** The operation of a POST whose document is known and that says no more than which of its operations, and the variables. */
function knownOperation(documents: Documents, { method, body }: FastifyRequest): Operation | undefined {
  // An object is JSON that came with JSON's content type, which no foreign page can send unasked.
  if (method !== 'POST' || !isRecord(body)) return undefined;
  const { query, operationName = null, variables = null, extensions = null } = body;
  const document = typeof query === 'string' ? documents.known(query) : undefined;
  if (!document || (operationName !== null && typeof operationName !== 'string')) return undefined;
  if (variables !== null && !isRecord(variables)) return undefined;
  if (extensions !== null && (!isRecord(extensions) || 'persistedQuery' in extensions)) return undefined;
  const operation = getOperationAST(document, operationName);
  return operation ? { document, operation, variables: variables ?? {} } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The context of a request, unless its token is refused. */
function knownCaller(app: App, request: FastifyRequest): Context | undefined {
  try {
    return requestContext(app, request);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** A bad token refuses the whole request, with HTTP's own status. */
function contextOrRefusal(app: App, request: FastifyRequest): Context {
  try {
    return requestContext(app, request);
  } catch (error) {
    throw error instanceof DomainError ? wholeRequestRefusal(error) : error;
  }
}

function requestContext(app: App, request: FastifyRequest): Context {
  return contextFor(app, {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
  });
}

/** A header that is sent once, as text. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function asGraphqlRequest({ method, url, headers, body }: FastifyRequest): HTTPGraphQLRequest {
  const sent = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Cut by hand: a URL needs a host, which HTTP/1.0 does not send and HTTP/1.1 may send broken.
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { method: method.toUpperCase(), headers: sent, search, body };
}
