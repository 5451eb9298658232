import net from 'node:net';

/** Stands for PgBouncer as it meets a connection: PostgreSQL itself answers what comes then. */
export interface FakePooler {
  url: string;
  /** What it did with a start-up parameter, by name. */
  met: string[];
  stop(): Promise<void>;
}

/** Those that PgBouncer 1.18 follows by itself. */
const KNOWN = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);
const OWN_PID = 2_000_000_001;
const KEY_DATA = 'K'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);

/** `refuse` as PgBouncer 1.18 does by default, `drop` with `ignore_startup_parameters`. */
export async function startFakePooler(databaseUrl: string, way: 'refuse' | 'drop'): Promise<FakePooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const met: string[] = [];

  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        other.destroy();
        sockets.delete(socket);
      });
    }
    client.once('data', (packet: Buffer) => {
      const parameters = parametersOf(packet);
      const foreign = parameters.filter(([name]) => !KNOWN.has(name.toLowerCase()));
      for (const [name] of foreign) met.push(`${way} ${name}`);
      if (way === 'refuse' && foreign[0]) return client.end(fatal(`unsupported startup parameter: ${foreign[0][0]}`));
      upstream.write(startupPacket(parameters.filter((one) => !foreign.includes(one))));
      client.pipe(upstream);
      return undefined;
    });
    // Its own key instead of the server's; from the first READY on the session is PostgreSQL's.
    let rest = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      rest = Buffer.concat([rest, chunk]);
      for (let length; rest.length >= 5 && rest.length >= (length = 1 + rest.readInt32BE(1)); rest = rest.subarray(length)) {
        if (rest[0] === KEY_DATA) rest.writeInt32BE(OWN_PID, 5);
        client.write(rest.subarray(0, length));
        if (rest[0] !== READY) continue;
        upstream.off('data', onData);
        client.write(rest.subarray(length));
        upstream.pipe(client);
        return;
      }
    };
    upstream.on('data', onData);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return {
    url: url.href,
    met,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** After its length and the version: names and values, each ended by a zero. */
function parametersOf(packet: Buffer): [string, string][] {
  const words = packet.toString('utf8', 8).split('\0');
  const pairs: [string, string][] = [];
  for (let i = 0; words[i]; i += 2) pairs.push([words[i]!, words[i + 1] ?? '']);
  return pairs;
}

function startupPacket(parameters: [string, string][]): Buffer {
  const body = Buffer.from(`${parameters.flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, body]);
}

function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
