import type { Server } from 'node:http';
import {
  execute,
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  subscribe,
  validate,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { CloseCode, type ServerOptions } from 'graphql-ws';
import { useServer, type Extra } from 'graphql-ws/use/ws';
import { v7 as uuidv7 } from 'uuid';
import { WebSocketServer } from 'ws';
import { contextFor, type App, type Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { createErrorFormatter } from './format-error.js';
import { validationRules } from './http.js';
import { checkOperation, LIMITS } from './limits.js';

const SUBSCRIPTIONS_A_SOCKET = 20;
const SOCKETS = 20_000;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

type SocketState = { context?: Context; expiry?: NodeJS.Timeout };

/**
 * Serves subscriptions at `/graphql` in the graphql-transport-ws protocol, under the rules HTTP has: same token, same
 * limits, same masked errors. Queries and mutations go over HTTP. The token is the `authorization` of
 * `connectionParams`; when it expires the socket closes with 4403.
 */
export function mountWebSocket(server: Server, app: App, schema: GraphQLSchema): { stop(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.bodyBytes });
  const format = createErrorFormatter(app.log);
  const mask = (errors: readonly GraphQLError[]): GraphQLFormattedError[] => errors.map((error) => format(error.toJSON(), error));

  const options: ServerOptions<Record<string, unknown>, Extra & SocketState> = {
    connectionInitWaitTimeout: 3_000,
    onConnect(socket) {
      const { authorization } = socket.connectionParams ?? {};
      try {
        const { extra } = socket;
        extra.context = contextFor(app, {
          requestId: uuidv7(),
          clientAddress: extra.request.socket.remoteAddress ?? '',
          longLived: true,
          authorization: typeof authorization === 'string' ? authorization : undefined,
        });
        const { expiresAt } = extra.context;
        if (expiresAt) {
          extra.expiry = setTimeout(() => extra.socket.close(CloseCode.Forbidden, 'Token expired'), expiresAt.getTime() - Date.now());
        }
        return true;
      } catch (error) {
        if (error instanceof DomainError) return false;
        throw error;
      }
    },
    onDisconnect(socket) {
      clearTimeout(socket.extra.expiry);
    },
    onSubscribe(socket, _id, { query, operationName, variables }) {
      if (Object.keys(socket.subscriptions).length > SUBSCRIPTIONS_A_SOCKET) {
        return [refusal('QUERY_TOO_COMPLEX', `One connection holds at most ${SUBSCRIPTIONS_A_SOCKET} subscriptions.`)];
      }
      try {
        const document = parse(query, { maxTokens: LIMITS.tokens });
        const operation = getOperationAST(document, operationName);
        if (!operation) return [refusal('BAD_USER_INPUT', 'The document has no operation of that name.')];
        if (operation.operation !== 'subscription') {
          return [refusal('BAD_USER_INPUT', 'Only subscriptions are served here: send queries and mutations by POST.')];
        }
        const errors = validate(schema, document, [...specifiedRules, ...validationRules], { maxErrors: LIMITS.errors });
        if (errors.length > 0) return errors;
        checkOperation({ schema, document, operation, variables: variables ?? {} });
        return { schema, document, operationName, variableValues: variables, contextValue: socket.extra.context };
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        if (error instanceof DomainError) return [refusal(error.code, error.message)];
        throw error;
      }
    },
    execute,
    subscribe,
    onNext: (_socket, _id, _payload, _args, result: ExecutionResult) =>
      result.errors ? { data: result.data, errors: mask(result.errors) } : undefined,
    onError: (_socket, _id, _payload, errors) => mask(errors),
  };
  const handle = useServer<Record<string, unknown>, SocketState>(options, sockets);

  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gateway');
    if (pathname !== '/graphql') return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (sockets.clients.size > SOCKETS) return client.close(TRY_AGAIN_LATER, 'Too many connections');
      sockets.emit('connection', client, request);
    });
  });

  return {
    async stop() {
      for (const client of sockets.clients) client.close(GOING_AWAY, 'Going away');
      await handle.dispose();
    },
  };
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
