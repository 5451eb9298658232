import { Client } from 'undici';

/** Connections that wait for their next request. */
export interface KeptConnections {
  /** A client of the origin ("https://example.com:8443") that nobody else uses, connected if one was kept. */
  take(origin: string): Client;
  /** Puts one back that is fit for another request; who breaks one destroys it instead. */
  keep(origin: string, client: Client): void;
  /** Breaks all that wait. */
  destroy(): Promise<void>;
}

/**
 * Keeps at most `maxKept` connections, whatever the number of origins: the one that has waited longest gives way. One
 * connection carries one request at a time and none waits for it, so that sends cannot hold up each other. undici's Agent
 * has queues, and at its bound (`maxOrigins`) it refuses the newcomer, so that some hosts could shut others out.
 */
export function keepConnections(maxKept: number, options: Client.Options): KeptConnections {
  let kept: { origin: string; client: Client }[] = [];
  return {
    take(origin) {
      const one = kept.findLast((candidate) => candidate.origin === origin);
      if (!one) return new Client(origin, options);
      kept = kept.filter((other) => other !== one);
      return one.client;
    },
    keep(origin, client) {
      kept.push({ origin, client });
      if (kept.length > maxKept) void kept.shift()?.client.destroy();
    },
    async destroy() {
      await Promise.all(kept.splice(0).map(({ client }) => client.destroy()));
    },
  };
}
