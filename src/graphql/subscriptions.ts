import {
  getOperationAST,
  OperationTypeNode,
  subscribe,
  type DocumentNode,
  type ExecutionArgs,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { makeServer, type Context as Connection, type Server, type SubscribePayload } from 'graphql-ws';
import type { App, Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import type { Metrics } from '../platform/metrics.js';
import { checkOperation, checkVariables } from './check-operation.js';
import type { Documents } from './documents.js';
import { asGraphqlError, formatErrors, reportErrors } from './format-error.js';
import { createSubscriptionRoom } from './subscription-room.js';

/** What the service keeps of a connection. */
export interface Peer {
  requestId: string;
  clientAddress: string;
  /** The upgrade request's own header, for clients that can send one. */
  authorization: string | undefined;
  /** Closes the connection: its token has expired. */
  expire(): void;
  /** Set once the client has said who it is. */
  context?: Context;
  expiry?: NodeJS.Timeout;
  /** What it subscribed to, by the message that asked for it. */
  subscriptions: Map<SubscribePayload, Subscription>;
}

interface Subscription {
  /** Not there while it opens. */
  stream?: AsyncGenerator;
  giveRoomBack(): void;
}

type Params = Record<string, unknown>;

/**
 * The graphql-transport-ws protocol, for subscriptions only, under the rules HTTP has: same token, same limits, same masked
 * errors. The token is the `authorization` of `connectionParams`; when it expires the connection ends with it.
 */
export function subscriptionProtocol(options: {
  app: App;
  schema: GraphQLSchema;
  documents: Documents;
  metrics: Metrics;
}): Server<Peer> {
  const { app, schema, documents, metrics } = options;
  const room = createSubscriptionRoom(app.config);
  const end = ({ subscriptions }: Peer, payload: SubscribePayload): void => {
    subscriptions.get(payload)?.giveRoomBack();
    subscriptions.delete(payload);
  };
  const mask = ({ extra: { requestId, context } }: Connection<Params, Peer>, errors: readonly GraphQLError[]) => {
    reportErrors({ log: app.log, metrics }, errors, { requestId, principal: context?.principal });
    return formatErrors(errors);
  };

  return makeServer<Params, Peer>({
    connectionInitWaitTimeout: 3_000,
    onConnect({ connectionParams, extra }) {
      try {
        extra.context = app.contextFor({
          ...extra,
          authorization: authorizationOf(connectionParams) ?? extra.authorization,
          longLived: true,
        });
      } catch (error) {
        if (error instanceof DomainError) return false;
        throw error;
      }
      const { expiresAt } = extra.context;
      if (expiresAt) extra.expiry = setTimeout(extra.expire, expiresAt.getTime() - Date.now());
      return true;
    },
    async onClose({ extra }) {
      clearTimeout(extra.expiry);
      for (const [payload, { stream }] of extra.subscriptions) {
        end(extra, payload);
        // graphql-ws ends those it knows by their ids; a client that used one id twice has more.
        await stream?.return(undefined);
      }
    },
    onSubscribe({ extra }, _id, payload) {
      try {
        const document = documents.read(payload.query);
        if (Array.isArray(document)) return document;
        const args = subscriptionOf(schema, document, payload);
        // Nobody subscribes before having said who it is.
        const { principal, clientAddress } = extra.context!;
        const giveRoomBack = room.take({ principal, clientAddress, ofConnection: extra.subscriptions.size });
        extra.subscriptions.set(payload, { giveRoomBack });
        return { ...args, contextValue: extra.context };
      } catch (error) {
        return [asGraphqlError(error)];
      }
    },
    subscribe,
    onOperation({ extra }, _id, payload, _args, result) {
      const subscription = extra.subscriptions.get(payload);
      if (subscription && Symbol.asyncIterator in result) subscription.stream = result as AsyncGenerator;
    },
    onNext: (connection, _id, _payload, _args, { data, errors }): FormattedExecutionResult | undefined =>
      errors && { ...(data !== undefined && { data }), errors: mask(connection, errors) },
    onError: (connection, _id, _payload, errors) => mask(connection, errors),
    onComplete({ extra }, _id, payload) {
      end(extra, payload);
    },
  });
}

/** What `connectionParams` say of the caller. What is not a text goes on as one that is no token: it is not taken for nobody. */
function authorizationOf(params: Params = {}): string | undefined {
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : 'none';
}

function subscriptionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: SubscribePayload,
): ExecutionArgs {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new DomainError('BAD_USER_INPUT', 'The document has no operation of that name, or none is named.');
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    throw new DomainError('BAD_USER_INPUT', 'Only subscriptions are served here: send queries and mutations by POST.');
  }
  const asked = { document, operation, variables: variables ?? {} };
  checkOperation(schema, asked);
  checkVariables(schema, asked);
  return { schema, document, operationName, variableValues: variables };
}
