import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { textFrame } from '../../../src/graphql/text-frame.js';

/*
 * The least that telling many WebSockets can cost a process of Node: the frame is made once and written to one socket after the other.
 * Nothing is parsed, allowed, watched or counted, and a socket that does not read is not looked after.
 */

/** A value to write to every socket that has subscribed. Answered when it is written. */
export interface TellTask {
  task: 'tell';
  reserved: number;
}

const ID = randomUUID();
const subscribed = new Set<Socket>();

const frameOf = (reserved: number): Buffer =>
  textFrame(
    JSON.stringify({
      id: ID,
      type: 'next',
      payload: {
        data: { sellBar: { raffleId: ID, total: 10_000_000, paid: 0, reserved, available: 9_999_000, percentage: 0.01 } },
      },
    }),
  );

const server = createServer();
const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'graphql-transport-ws' });
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.on('message', (data) => {
      if ((data as Buffer).includes('connection_init')) return client.send('{"type":"connection_ack"}');
      subscribed.add(socket as Socket);
      socket.write(frameOf(0));
    });
    client.once('close', () => subscribed.delete(socket as Socket));
  });
});

process.on('message', (message: TellTask | 'usage') => {
  if (message === 'usage') return;
  const frame = frameOf(message.reserved);
  for (const socket of subscribed) socket.write(frame);
  process.send?.({ told: subscribed.size });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
