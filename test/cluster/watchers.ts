import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const SUBSCRIBE = 'subscription ($raffleId: ID!) { sellBar(raffleId: $raffleId) { reserved } }';

/** People who watch the bar of a raffle, by sockets that stay open. */
export interface Watchers {
  /** How often each has received the bar. */
  received: number[];
  /** Sockets that were closed, and subscriptions that ended. */
  ended: string[];
  stop(): Promise<void>;
}

export function startWatchers(
  service: { url: string; ca: string },
  { raffleId, count }: { raffleId: string; count: number },
): Watchers {
  class TrustingSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { ca: service.ca });
    }
  }
  const received = Array.from({ length: count }, () => 0);
  const ended: string[] = [];
  let isOver = false;
  const end = (why: string): void => {
    if (!isOver) ended.push(why);
  };
  const clients = received.map((_, watcher) => {
    const client = createClient({
      url: `${service.url.replace('https', 'wss')}/graphql`,
      webSocketImpl: TrustingSocket,
      retryAttempts: 1_000,
      shouldRetry: () => true,
      on: { closed: (event) => end(`closed with ${(event as { code: number }).code}`) },
    });
    client.subscribe(
      { query: SUBSCRIBE, variables: { raffleId } },
      {
        next: ({ errors }) => {
          if (errors) end(JSON.stringify(errors));
          received[watcher] = (received[watcher] ?? 0) + 1;
        },
        error: (error) => end(JSON.stringify(error)),
        complete: () => end('completed'),
      },
    );
    return client;
  });
  return {
    received,
    ended,
    async stop() {
      isOver = true;
      for (const client of clients) await client.dispose();
    },
  };
}
