import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { isIPv6, type AddressInfo, type Socket } from 'node:net';
import { open } from './sandbox.js';

/** A webhook receiver played by the test, which counts what reaches it. */
export interface Receiver {
  port: number;
  url: string;
  connections: number;
  sockets: Set<Socket>;
}

/** Starts a receiver on a loopback address, over TLS when it is given a certificate; `stopAll` of `sandbox.ts` stops it. */
export async function startReceiver(answer: RequestListener, tls?: ServerOptions, host = '127.0.0.1'): Promise<Receiver> {
  const server: Server = tls ? createHttpsServer(tls, answer) : createHttpServer(answer);
  const receiver: Receiver = { port: 0, url: '', connections: 0, sockets: new Set() };
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1;
    receiver.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => receiver.sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${receiver.port}/`;
  open.push({
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of receiver.sockets) socket.destroy();
      }),
  });
  return receiver;
}
