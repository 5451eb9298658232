import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { contextFor, type App, type Context } from '../context.js';
import { DomainError, ERROR_CODES } from '../platform/domain-error.js';
import { createErrorFormatter } from './format-error.js';
import { checkOperation, limitRules, LIMITS, unstorableLiteralRule } from './limits.js';

/** The rules every document passes, whichever way it came in. */
export const validationRules = [...limitRules, unstorableLiteralRule];

/** The executor of the service: HTTP and the REST routes both run documents through it. */
export async function createExecutor(app: App, schema: GraphQLSchema): Promise<ApolloServer<Context>> {
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
    formatError: createErrorFormatter(app.log),
    logger: app.log,
    plugins: [ApolloServerPluginCacheControlDisabled(), operationLimits(schema)],
  });
  await apollo.start();
  return apollo;
}

/** Serves `/graphql`: POST with JSON, GET for queries. */
export function mountGraphql(fastify: FastifyInstance, app: App, apollo: ApolloServer<Context>): void {
  const handler = fastifyApolloHandler(apollo, {
    context: async (request) => requestContext(app, request),
  });
  fastify.route({ method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE'], url: '/graphql', handler });
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
    if (!(error instanceof DomainError)) throw error;
    throw new GraphQLError(error.message, {
      extensions: { code: error.code, http: { status: ERROR_CODES[error.code].status, headers: new HeaderMap() } },
    });
  }
}

/** A header that is sent once, as text. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function operationLimits(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request }) {
          if (!operation) return;
          try {
            checkOperation({ schema, document, operation, variables: request.variables ?? {} });
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            throw new GraphQLError(error.message, {
              originalError: error,
              extensions: { code: error.code, fields: error.fields, http: { status: ERROR_CODES[error.code].status } },
            });
          }
        },
      };
    },
  };
}
