import { ApolloServer, HeaderMap, type GraphQLResponse } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type FormattedExecutionResult, type GraphQLSchema } from 'graphql';
import type { App, Context } from '../context.js';
import type { Plugin, WithPlugins } from './apollo-plugins.js';
import type { Documents } from './documents.js';
import { formatError, formatErrors, reportErrors } from './format-error.js';
import { LIMITS } from './limits.js';

interface Options extends WithPlugins {
  app: App;
  schema: GraphQLSchema;
  documents: Documents;
}

/** Apollo decides over HTTP whether a request is an operation: see README.md. */
export async function createApollo(options: Options): Promise<ApolloServer<Context>> {
  const { app, schema } = options;
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    // `documents` keeps them. Apollo's store does not count the texts, so that long comments fill the memory.
    documentStore: null,
    parseOptions: { maxTokens: LIMITS.tokens },
    // `documents` validates: one rule of graphql-js throws, which Apollo answers with 500.
    dangerouslyDisableValidation: true,
    formatError: (formatted, error) => formatError(formatted, error),
    logger: app.log,
    plugins: [
      ...options.plugins,
      executionPlugin(options),
      ApolloServerPluginCacheControlDisabled(),
      // Its pages load from a CDN.
      ApolloServerPluginLandingPageDisabled(),
      // A variable in the environment would turn these on, and they send operations to Apollo.
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

function executionPlugin({ app: { log, metrics }, documents, executor, tellErrors }: Options): Plugin {
  return {
    async contextCreationDidFail({ error }) {
      reportErrors(
        { log, metrics },
        [error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error })],
        {},
      );
    },
    async unexpectedErrorProcessingRequest({ error }) {
      log.error({ err: error, event: 'graphql.request.failed' }, 'an operation could not be processed');
    },
    async requestDidStart() {
      const startedAt = performance.now();
      const refused = (errors: readonly GraphQLError[], context: Context): void => {
        metrics.operationEnded('none', (performance.now() - startedAt) / 1000);
        reportErrors({ log, metrics }, errors, context);
      };
      return {
        async responseForOperation(requestContext) {
          const { source, document, operation, request, contextValue } = requestContext;
          const problems = documents.problemsOf(document);
          if (problems.length > 0) {
            refused(problems, contextValue);
            await tellErrors(requestContext, problems);
            return answer(400, { errors: formatErrors(problems, contextValue) });
          }
          if (!operation) return null;
          documents.keep(source, document);
          const asked = { document, operation, variables: request.variables ?? {} };
          const via = { apollo: requestContext };
          const { result, status, retryAfterSeconds, headers } = await executor.run(asked, contextValue, via);
          return answer(status, result, retryAfterSeconds, headers);
        },
        async didEncounterErrors({ errors, contextValue }) {
          refused(errors, contextValue);
        },
      };
    },
  };
}

function answer(
  status: number,
  singleResult: FormattedExecutionResult,
  retryAfterSeconds?: number,
  others: Iterable<[string, string]> = [],
): GraphQLResponse {
  const headers = new HeaderMap(others);
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return { http: { status, headers }, body: { kind: 'single', singleResult } };
}
