import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, MessageType } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { App } from '../context.js';
import { clientAddressFinder, networkOf } from '../platform/http/addresses.js';
import { declineUpgrade, rawAnswer } from '../platform/http/raw-answer.js';
import type { Origins } from '../platform/http/cors.js';
import type { HostCheck } from '../platform/http/hosts.js';
import type { Principal } from '../platform/principal.js';
import { ERROR_CODES } from '../platform/error-codes.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../platform/http/request-info.js';
import type { Headers } from '../platform/http/security-headers.js';
import { renderText } from '../platform/texts.js';
import { DomainError } from '../platform/domain-error.js';
import { rateHeaders } from '../platform/http/rate-headers.js';
import type { RateState } from '../platform/rate-limits.js';
import type { Documents } from './documents.js';
import { LIMITS } from './limits.js';
import { subscriptionProtocol } from './subscriptions.js';

const SOCKETS = 20_000;
/** To open one, in the unit of documents. */
const OPENING = 60;
const BUFFERED_BYTES = 1_000_000;
const HEARTBEAT_MS = 12_000;
const GOODBYE_MS = 2_000;
const GOING_AWAY = 1001;
const FOREIGN_PAGE = 'Pages of this origin may not connect.';
const TOO_MANY_FROM_AN_ADDRESS = 'Too many connections are open from your network address: close some, and try again.';
const RETRY_AFTER = { 'retry-after': String(ERROR_CODES.RATE_LIMITED.retryAfterSeconds) };
const PUBLIC: Principal = { role: 'PUBLIC' };
/** Messages that only a server sends: graphql-ws throws at them. */
const OF_SERVERS: unknown[] = [MessageType.ConnectionAck, MessageType.Next, MessageType.Error];

/** Serves subscriptions at `/graphql`. `stop` closes every socket with 1001, within two seconds. */
export function mountWebSocket(
  server: Server,
  options: { app: App; schema: GraphQLSchema; documents: Documents; origins: Origins; headers: Headers; hostCheck: HostCheck },
): { stop(): Promise<void> } {
  const { app, origins, headers, hostCheck } = options;
  const { metrics } = app;
  const refuse = (socket: Duplex, requestId: string, status: number, text = '', others: Headers = {}): void => {
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    socket.end(rawAnswer(status, { ...headers, ...others, [REQUEST_ID_HEADER]: requestId }, { text }));
  };
  const protocol = subscriptionProtocol(options);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.bodyBytes, handleProtocols });
  const silent = new WeakSet<WebSocket>();
  const addressOf = clientAddressFinder(app.config.trustedProxies);
  const networks = app.rateLimits.held('sockets', app.config.subscriptionsPerAddress);

  const failed = (client: WebSocket, error: unknown): void => {
    app.log.error({ err: error, event: 'graphql.websocket.message_failed' }, 'a WebSocket message could not be handled');
    client.close(CloseCode.InternalServerError, 'Internal server error');
  };

  const open = (client: WebSocket, request: IncomingMessage, socket: Duplex, requestId: string): void => {
    metrics.socketOpened();
    const closed = protocol.opened(
      {
        protocol: client.protocol,
        // Resolves when the kernel has it, so that a slow client slows its own streams.
        send: (text) => new Promise((resolve) => client.send(text, () => resolve())),
        close: (code, reason) => client.close(code, reason),
        onMessage(handle) {
          client.on('message', (data) => {
            if (client.bufferedAmount > BUFFERED_BYTES) return client.terminate();
            const text = (data as Buffer).toString();
            if (OF_SERVERS.includes(typeOf(text))) return client.close(CloseCode.BadRequest, 'Invalid message received');
            handle(text).catch((error: unknown) => failed(client, error));
          });
        },
      },
      {
        requestId,
        clientAddress: addressOf(request),
        authorization: request.headers.authorization,
        acceptLanguage: request.headers['accept-language'],
        close: (code, reason) => client.close(code, reason),
        write(frame) {
          // No frame may follow the one that closes. `ws` writes its own frames whole, so that ours never fall into one.
          if (client.readyState !== client.OPEN || socket.write(frame)) return undefined;
          return untilItTakesMore(socket);
        },
        subscriptions: new Map(),
      },
    );
    client.on('pong', () => silent.delete(client));
    client.on('error', (error) => app.log.debug({ err: error }, 'a WebSocket client broke the protocol'));
    client.once('close', (code, reason) => {
      metrics.socketClosed();
      closed(code, String(reason)).catch((error: unknown) =>
        app.log.error({ err: error, event: 'graphql.websocket.close_failed' }, 'a WebSocket could not be cleaned up'),
      );
    });
  };

  const ids = new WeakMap<IncomingMessage, string>();
  sockets.on('headers', (headers, request) => void headers.push(`${REQUEST_ID_HEADER}: ${ids.get(request)}`));

  const heartbeat = setInterval(() => {
    for (const client of sockets.clients) {
      if (silent.has(client)) client.terminate();
      silent.add(client);
      client.ping();
    }
  }, HEARTBEAT_MS);

  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return declineUpgrade(server, request, socket, head);
    // Cut by hand: `new URL` throws at a broken address, which would end the process here.
    const path = request.url?.split('?', 1)[0];
    const requestId = requestIdOf(request.headers);
    const foreign = hostCheck(request);
    if (foreign) return refuse(socket, requestId, foreign.statusCode, renderText(foreign.text, 'en'));
    if (path !== '/graphql') return refuse(socket, requestId, 404);
    if (!origins.mayConnect(request.headers)) return refuse(socket, requestId, 403, FOREIGN_PAGE);
    if (sockets.clients.size >= SOCKETS) return refuse(socket, requestId, 503);
    const leave = networks.take(networkOf(addressOf(request)));
    if (!leave) return refuse(socket, requestId, 429, TOO_MANY_FROM_AN_ADDRESS, RETRY_AFTER);
    socket.once('close', leave);
    const told: RateState[] = [];
    const taker = { principal: PUBLIC, clientAddress: addressOf(request) };
    try {
      app.rateLimits.take(taker, { kind: 'cost', amount: OPENING, told });
    } catch (error) {
      if (!(error instanceof DomainError)) {
        app.log.error({ err: error, event: 'graphql.websocket.open_failed' }, 'a WebSocket could not be opened');
        return refuse(socket, requestId, 500);
      }
      const { message, retryAfterSeconds } = error;
      return refuse(socket, requestId, 429, message, {
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
        ...Object.fromEntries(rateHeaders(told)),
      });
    }
    ids.set(request, requestId);
    sockets.handleUpgrade(request, socket, head, (client) => open(client, request, socket, requestId));
  });

  return {
    async stop() {
      clearInterval(heartbeat);
      for (const client of sockets.clients) client.close(GOING_AWAY, 'Going away');
      const impatient = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, GOODBYE_MS);
      await new Promise<void>((resolve) => {
        sockets.close(() => resolve());
      });
      clearTimeout(impatient);
    },
  };
}

/** Shared by the streams of a socket. */
const waiting = new WeakMap<Duplex, Promise<void>>();

function untilItTakesMore(socket: Duplex): Promise<void> {
  const known = waiting.get(socket);
  if (known) return known;
  const taken = new Promise<void>((resolve) => {
    const goOn = (): void => {
      socket.off('drain', goOn).off('close', goOn);
      waiting.delete(socket);
      resolve();
    };
    socket.on('drain', goOn).on('close', goOn);
  });
  waiting.set(socket, taken);
  return taken;
}

function typeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type;
  } catch {
    return undefined;
  }
}
