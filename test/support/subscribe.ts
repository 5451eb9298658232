import { createClient, type SubscribePayload } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually } from './eventually.js';
import type { GraphqlAnswer } from './graphql-client.js';
import type { TestServer } from './start.js';
import { undeclared } from './undeclared.js';

/** One answer of a subscription and when it came, in milliseconds of `performance.now()`. */
export interface Answer<Data> extends Pick<GraphqlAnswer<Data>, 'data' | 'errors'> {
  at: number;
}

export interface Stream<Data> {
  answers: Answer<Data>[];
  /** The next one that was not taken yet; fails when none comes within five seconds. */
  next(): Promise<Answer<Data>>;
  /** How it ended: undefined when completed, else the errors or the close event. */
  ended: Promise<unknown>;
  stop(): void;
}

/** A real graphql-ws client, and what its socket was closed with. It does not reconnect. */
export function connect(server: Pick<TestServer, 'url'>, connectionParams?: Record<string, unknown>) {
  let close: (event: { code: number; reason: string }) => void;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    close = resolve;
  });
  const client = createClient({
    url: webSocketUrl(server),
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
    // Connected until it is closed; a lazy one would leave a timer behind each time that it had nothing to do.
    lazy: false,
    onNonLazyError: () => undefined,
    on: { closed: (event) => close(event as { code: number; reason: string }) },
  });
  return {
    closed,
    close: async () => {
      await client.dispose();
    },
    subscribe<Data = any>(
      query: string,
      variables?: Record<string, unknown>,
      more: Partial<SubscribePayload> = {},
    ): Stream<Data> {
      const answers: Answer<Data>[] = [];
      let taken = 0;
      let end: (how: unknown) => void;
      const ended = new Promise<unknown>((resolve) => {
        end = resolve;
      });
      const stop = client.subscribe<Data>(
        { query, variables, ...more },
        {
          next: (answer) => answers.push({ ...(answer as GraphqlAnswer<Data>), at: performance.now() }),
          error: (error) => end(undeclared(query, error as GraphqlAnswer<unknown>['errors']) ?? error),
          complete: () => end(undefined),
        },
      );
      return {
        answers,
        ended,
        stop,
        async next() {
          await eventually(() => answers.length > taken);
          return answers[taken++] as Answer<Data>;
        },
      };
    },
  };
}

/** As a token is sent over a WebSocket. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** A bare socket for what a good client never does, once it is open; fails when it is refused. `messages` are what came, parsed. */
export async function rawSocket(server: Pick<TestServer, 'url'>, headers: Record<string, string> = {}) {
  const socket = new WebSocket(webSocketUrl(server), 'graphql-transport-ws', { headers });
  const messages: { type: string; id?: string; payload?: any }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString())));
  socket.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  return {
    socket,
    messages,
    closed,
    send: (...sent: object[]) => {
      for (const message of sent) socket.send(JSON.stringify(message));
    },
    /** The first message of a type; fails when none comes within five seconds. */
    until: (type: string) => eventually(() => messages.find((message) => message.type === type)),
  };
}

function webSocketUrl({ url }: Pick<TestServer, 'url'>): string {
  return `${url.replace('http', 'ws')}/graphql`;
}
