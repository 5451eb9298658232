import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to the database on which replies can be lost. */
export interface FlakyDatabase {
  url: string;
  /**
   * The next request whose bytes hold this text is carried out; its reply never arrives, the connection breaks instead.
   * Resolves once that happened.
   */
  loseReplyTo(text: string): Promise<void>;
  /** The next request that holds this text arrives after these milliseconds, when its connection is already broken. */
  delay(text: string, ms: number): Promise<void>;
  loseNone(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the database at `url`. */
export async function startFlakyDatabase(url: string): Promise<FlakyDatabase> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let armed: { text: string; lost: () => void; lateMs?: number } | undefined;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let losing: (() => void) | undefined;
    let isLeft = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        if (!isLeft) upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (armed && chunk.includes(armed.text)) {
        const { lost, lateMs } = armed;
        armed = undefined;
        if (lateMs !== undefined) {
          isLeft = true;
          client.destroy();
          setTimeout(() => {
            upstream.end(chunk);
            lost();
          }, lateMs);
          return;
        }
        losing = lost;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!losing) {
        client.write(chunk);
        return;
      }
      // The server answers once it has committed.
      losing();
      losing = undefined;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    loseReplyTo: (text) =>
      new Promise((lost) => {
        armed = { text, lost };
      }),
    delay: (text, lateMs) =>
      new Promise((lost) => {
        armed = { text, lost, lateMs };
      }),
    loseNone() {
      armed = undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
