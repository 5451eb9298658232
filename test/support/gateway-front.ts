import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { receivedRequest, type ReceivedRequest } from './received-request.js';

/** What the front does with a request: passes it, answers it by itself, or holds it until it is given up. */
type Fate =
  | 'pass'
  /** The gateway does it, and its answer never arrives. */
  | 'lose'
  | 'hold'
  | { status: number; headers?: Record<string, string>; body?: string };

/** What a page reaches a gateway through: bad networks, balancers, firewalls. */
export interface GatewayFront {
  url: string;
  /** The requests that came, and what each was answered with; undefined for none. */
  requests: (ReceivedRequest & { status: number | undefined })[];
  /** What becomes of the requests to come, one after the other; then all pass. */
  fates: Fate[];
  /** What becomes of WebSockets: `swallow` answers nothing, ever. */
  sockets: 'pass' | 'decline' | 'swallow';
  upgrades: number;
  givenUp: number;
  cut(): void;
  /** Passes nothing on over the WebSockets that are open. */
  freeze(): void;
  stop(): Promise<void>;
}

export async function startGatewayFront(target: string): Promise<GatewayFront> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Duplex[]>();
  const server = createServer(answer);
  server.on('upgrade', upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const front: GatewayFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    requests: [],
    fates: [],
    sockets: 'pass',
    upgrades: 0,
    givenUp: 0,
    cut: end,
    freeze() {
      for (const pair of pairs) for (const socket of pair) socket.unpipe();
    },
    stop: () =>
      new Promise((resolve) => {
        end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return front;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received: GatewayFront['requests'][number] = { ...(await receivedRequest(request)), status: undefined };
    front.requests.push(received);
    const fate = front.fates.shift() ?? 'pass';
    if (fate === 'hold') {
      response.once('close', () => {
        front.givenUp += 1;
      });
      return;
    }
    if (typeof fate === 'object') {
      received.status = fate.status;
      response.writeHead(fate.status, fate.headers).end(fate.body);
      return;
    }
    const { method, url, body, headers } = received;
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const answered = await fetch(new URL(url, target), { method, headers: passed as Record<string, string>, body });
    const text = await answered.text();
    if (fate === 'lose') return void request.socket.destroy();
    received.status = answered.status;
    const passedOn = ['content-type', 'retry-after', 'www-authenticate'].flatMap((name) => {
      const value = answered.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answered.status, Object.fromEntries(passedOn) as Record<string, string>).end(text);
  }

  function upgrade(request: IncomingMessage, client: Duplex): void {
    front.upgrades += 1;
    const pair = [client];
    pairs.add(pair);
    client.on('error', () => client.destroy()).once('close', () => pairs.delete(pair));
    if (front.sockets === 'swallow') return;
    if (front.sockets === 'decline')
      return void client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    const upstream = net.connect(Number(port), hostname);
    pair.push(upstream);
    const head = request.rawHeaders.reduce((lines, text, i) => lines + (i % 2 === 0 ? `${text}: ` : `${text}\r\n`), '');
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${head}\r\n`);
    upstream.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  }
}
