import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, Kind, OperationTypeNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { App, Context } from '../context.js';
import { DomainError, ERROR_CODES } from '../platform/domain-error.js';
import type { Metrics } from '../platform/metrics.js';
import { checkOperation } from './check-operation.js';
import { codeOf, logErrors } from './format-error.js';

/** The HTTP status of a request that is refused whole. A failing field of one never changes it: its neighbours have data. */
export function wholeRequestRefusal(error: DomainError): GraphQLError {
  const { status } = ERROR_CODES[error.code];
  // RFC 9110, 15.5.2: a 401 names how to authenticate.
  const headers = new HeaderMap(status === 401 ? [['www-authenticate', 'Bearer']] : []);
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status, headers } } });
}

/**
 * The one plugin of the executor: holds operations against the limits before they run, then measures them, counts and logs
 * their errors and, at `debug`, writes a line for each. Names are the schema's, never a caller's; variables are in no line.
 */
export function operationPlugin(options: {
  app: Pick<App, 'log'>;
  schema: GraphQLSchema;
  metrics: Metrics;
}): ApolloServerPlugin<Context> {
  const { schema, metrics } = options;
  const { log } = options.app;
  return {
    async contextCreationDidFail({ error }) {
      const errors = [error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error })];
      metrics.errorAnswered(codeOf(errors[0] as GraphQLError));
      logErrors(log, errors, {});
    },
    async unexpectedErrorProcessingRequest({ error }) {
      log.error({ err: error }, 'an operation could not be processed');
    },
    async requestDidStart() {
      const startedAt = performance.now();
      let cost: number | undefined;
      return {
        async didResolveOperation({ document, operation, request }) {
          if (!operation) return;
          try {
            refuseSubscription(operation);
            cost = checkOperation({ schema, document, operation, variables: request.variables ?? {} });
          } catch (error) {
            throw error instanceof DomainError ? wholeRequestRefusal(error) : error;
          }
        },
        async willSendResponse({ operation, errors = [], contextValue: { principal, requestId } }) {
          const ms = performance.now() - startedAt;
          const name = nameOf(operation);
          metrics.operationEnded(name, ms / 1000);
          for (const error of errors) metrics.errorAnswered(codeOf(error));
          const about = { requestId, userId: 'id' in principal ? principal.id : undefined };
          logErrors(log, errors, about);
          if (!log.isLevelEnabled('debug')) return;
          log.debug(
            { operation: name, ms: Number(ms.toFixed(2)), cost, code: errors[0] && codeOf(errors[0]), ...about },
            'operation',
          );
        },
      };
    },
  };
}

function refuseSubscription({ operation }: OperationDefinitionNode): void {
  if (operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw new DomainError('BAD_USER_INPUT', 'Subscriptions are served over WebSocket at this address (graphql-transport-ws).');
}

/** The called operation as the schema names it, so that there are as many names as the schema has. */
function nameOf(operation: OperationDefinitionNode | undefined): string {
  if (!operation) return 'none';
  const [only, ...others] = operation.selectionSet.selections;
  return others.length === 0 && only?.kind === Kind.FIELD ? only.name.value : 'several';
}
