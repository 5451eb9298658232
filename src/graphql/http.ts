import { ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { contextFor, type App, type Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import type { Metrics } from '../platform/metrics.js';
import { validationRules } from './check-operation.js';
import { formatError } from './format-error.js';
import { LIMITS } from './limits.js';
import { operationPlugin, wholeRequestRefusal } from './operation-plugin.js';

/** The executor of the service: HTTP and the REST routes both run documents through it. */
export async function createExecutor(app: App, schema: GraphQLSchema, metrics: Metrics): Promise<ApolloServer<Context>> {
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: app.config.production,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationOptions: { maxErrors: LIMITS.errors },
    validationRules,
    formatError,
    logger: app.log,
    plugins: [
      operationPlugin({ app, schema, metrics }),
      ApolloServerPluginCacheControlDisabled(),
      // Its pages load from a CDN.
      ApolloServerPluginLandingPageDisabled(),
      // A variable in the environment would turn these on, and operations would leave the house.
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

/**
 * Serves `/graphql`: POST with JSON, GET for queries (with an `apollo-require-preflight` header or a JSON content type, so that
 * no foreign page can send one). Everything else the protocol asks for is Apollo's.
 */
export function mountGraphql(fastify: FastifyInstance, app: App, apollo: ApolloServer<Context>): void {
  fastify.route({
    method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    async handler(request, reply) {
      if (!app.config.production && isBrowserVisit(request)) return reply.redirect('/ide');
      const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: asGraphqlRequest(request),
        context: async () => requestContext(app, request),
      });
      if (body.kind !== 'complete') throw new Error('no operation answers in parts');
      for (const [name, value] of headers) reply.header(name, value);
      return reply.code(status ?? 200).send(body.string);
    },
  });
}

function isBrowserVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && url === '/graphql' && headers.accept?.includes('text/html') === true;
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

/** A bad token refuses the whole request, with HTTP's own status. */
function requestContext(app: App, request: FastifyRequest): Context {
  try {
    return contextFor(app, {
      requestId: request.id,
      clientAddress: request.ip,
      authorization: request.headers.authorization,
      idempotencyKey: header(request, 'idempotency-key'),
    });
  } catch (error) {
    throw error instanceof DomainError ? wholeRequestRefusal(error) : error;
  }
}

/** A header that is sent once, as text. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
