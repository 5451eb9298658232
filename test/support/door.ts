import net from 'node:net';
import { createTestDatabase } from './database.js';
import { startTestServer, type TestServer } from './start.js';

export interface Door {
  url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
  /** New connections go to this database; the others stay where they are. */
  leadTo(databaseUrl: string): void;
}

export async function doorTo(databaseUrl: string): Promise<Door> {
  let target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const door = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        other.destroy();
        sockets.delete(socket);
      });
    }
  });
  let port = 0;
  const open = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      door.listen(port, '127.0.0.1', resolve);
    });
    port = (door.address() as net.AddressInfo).port;
  };
  await open();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    open,
    leadTo(otherUrl) {
      target = new URL(otherUrl);
    },
    async shut() {
      const closed = new Promise((resolve) => {
        door.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A gateway on a database of its own, which it reaches by a door. Its `databaseUrl` is not by way of the door. */
export async function startServerBehindDoor(): Promise<TestServer & { door: Door }> {
  const database = await createTestDatabase();
  const door = await doorTo(database.url);
  const server = await startTestServer({ databaseUrl: door.url });
  return {
    ...server,
    databaseUrl: database.url,
    door,
    async stop() {
      await server.stop();
      await door.shut();
      await database.drop();
    },
  };
}
