import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The network between the gateways and PostgreSQL. */
export interface Network {
  /** The address of PostgreSQL as the gateways see it. */
  through(databaseUrl: string): string;
  /** Nothing arrives on either side for this long, and then all of it. */
  drop(ms: number): Promise<void>;
  /** What the gateways send arrives; what PostgreSQL answers comes after this long. */
  dropAnswers(ms: number): Promise<void>;
  /** For this long each packet takes as long as this more. */
  delay(ms: number, byMs: number): Promise<void>;
  close(): void;
}

interface Pair {
  gateway: net.Socket;
  postgres: net.Socket;
}

export async function startNetwork(databaseUrl: string): Promise<Network> {
  const { hostname, port } = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const held = { requests: false, answers: false };
  let byMs = 0;

  const pass = (from: net.Socket, to: net.Socket): void => {
    from.on('data', (chunk) => {
      if (byMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), byMs);
    });
  };
  const setFlow = (): void => {
    for (const { gateway, postgres } of pairs) {
      if (held.requests) gateway.pause();
      else gateway.resume();
      if (held.answers) postgres.pause();
      else postgres.resume();
    }
  };
  const server = net.createServer({ noDelay: true }, (gateway) => {
    const postgres = net.connect({ host: hostname, port: Number(port), noDelay: true });
    const pair = { gateway, postgres };
    pairs.add(pair);
    for (const [one, other] of [
      [gateway, postgres],
      [postgres, gateway],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        // What is delayed goes out first.
        setTimeout(() => other.destroy(), byMs);
      });
      pass(one, other);
    }
    setFlow();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as net.AddressInfo).port;

  const holding = async (which: Partial<typeof held>, ms: number): Promise<void> => {
    Object.assign(held, which);
    setFlow();
    await sleep(ms);
    Object.assign(held, { requests: false, answers: false });
    setFlow();
  };
  return {
    through(url) {
      const seen = new URL(url);
      seen.hostname = '127.0.0.1';
      seen.port = String(own);
      return seen.href;
    },
    drop: (ms) => holding({ requests: true, answers: true }, ms),
    dropAnswers: (ms) => holding({ answers: true }, ms),
    async delay(ms, more) {
      byMs = more;
      await sleep(ms);
      byMs = 0;
    },
    close() {
      server.close();
      for (const { gateway, postgres } of pairs) {
        gateway.destroy();
        postgres.destroy();
      }
    },
  };
}
