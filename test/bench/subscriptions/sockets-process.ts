import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { WebSocket } from 'ws';

/*
 * Many WebSockets in a process of its own, each a subscriber of one raffle's bar over graphql-transport-ws, with an id of its own as
 * clients make them. Of each message it looks at the number of reserved quotas, which tells one change from another, and notes when
 * it came.
 */

/** What it is told to do: open sockets and subscribe, `times` on each. Answers once each had its first value. */
export interface OpenTask {
  task: 'open';
  url: string;
  raffleId: string;
  sockets: number;
  times: number;
}

/** Answers what came since it was last asked, and forgets it. */
export interface CollectTask {
  task: 'collect';
}

/** Each socket sends what makes the gateway answer, so many bytes, or until it is closed; if so, it reads nothing from now on. */
export interface FloodTask {
  task: 'flood';
  bytes: number;
  isReading: boolean;
}

export interface CloseTask {
  task: 'close';
}

/** When one value of the bar came to each socket, in ms of Unix time. */
export interface Arrivals {
  reserved: number;
  atMs: Float64Array;
}

/** What came. Errors are messages and closes that nobody asked for. */
export interface Collected {
  arrivals: Arrivals[];
  errors: number;
  firstError: string | undefined;
  open: number;
}

const OPENED_AT_ONCE = 50;
const QUERY = `subscription SellBar($raffleId: ID!) {
  sellBar(raffleId: $raffleId) { raffleId total paid reserved available percentage }
}`;
const RESERVED = '"reserved":';
/** Ids are of one length: behind them the messages of one change are the same. */
const TAIL_AT = `{"id":"${randomUUID()}`.length;
const PING_BYTES = 4_000;

const sockets = new Set<WebSocket>();
let came = new Map<number, { atMs: Float64Array; count: number }>();
let latest: { tail: Buffer; into: { atMs: Float64Array; count: number } } | undefined;
/** What a socket that reads does once its ping was answered. */
const pingAgain = new WeakMap<WebSocket, () => void>();
const problems = { errors: 0, first: undefined as string | undefined, expected: false };

const failed = (problem: string): void => {
  if (problems.expected) return;
  problems.errors += 1;
  problems.first ??= problem;
};

function noteBar(message: Buffer): boolean {
  const atMs = performance.timeOrigin + performance.now();
  const tail = message.subarray(TAIL_AT);
  if (!latest?.tail.equals(tail)) {
    const at = message.indexOf(RESERVED);
    if (at < 0) return false;
    const reserved = Number.parseInt(message.toString('latin1', at + RESERVED.length, at + RESERVED.length + 12), 10);
    const into = came.get(reserved) ?? { atMs: new Float64Array(sockets.size), count: 0 };
    came.set(reserved, into);
    latest = { tail: Buffer.from(tail), into };
  }
  const { into } = latest;
  into.atMs[into.count++] = atMs;
  return true;
}

function open({ url, raffleId, times }: OpenTask): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false, skipUTF8Validation: true });
    let missing = times;
    socket.once('open', () => {
      sockets.add(socket);
      socket.send('{"type":"connection_init"}');
    });
    socket.on('message', (data) => {
      const message = data as Buffer;
      if (noteBar(message)) {
        missing -= 1;
        if (missing === 0) resolve();
      } else if (message.includes('connection_ack')) {
        const payload = { query: QUERY, variables: { raffleId } };
        for (let n = 0; n < times; n++) socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload }));
      } else if (message.includes('"pong"')) pingAgain.get(socket)?.();
      else failed(message.toString().slice(0, 300));
    });
    socket.on('error', (error) => failed(error.message));
    socket.once('close', (code, reason) => {
      sockets.delete(socket);
      failed(`closed with ${code} ${String(reason)}`);
      reject(new Error(`closed with ${code} ${String(reason)}`));
    });
  });
}

/** Pings whose text is sent back with the pong: all that a client can make a gateway keep for it. */
function flood({ bytes, isReading }: FloodTask): void {
  problems.expected = true;
  const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(PING_BYTES) } });
  for (const socket of sockets) {
    if (!isReading) socket.pause();
    let left = bytes;
    const send = (error?: Error | null): void => {
      if (error || left <= 0 || socket.readyState !== WebSocket.OPEN) return;
      left -= ping.length;
      socket.send(ping, isReading ? undefined : send);
    };
    if (isReading) pingAgain.set(socket, send);
    send();
  }
}

async function closeAll(): Promise<void> {
  problems.expected = true;
  const closing = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.terminate();
  await Promise.all(closing);
}

function collect(): Collected {
  const arrivals = [...came].map(([reserved, { atMs, count }]) => ({ reserved, atMs: atMs.slice(0, count) }));
  came = new Map();
  latest = undefined;
  return { arrivals, errors: problems.errors, firstError: problems.first, open: sockets.size };
}

process.on('message', (message: OpenTask | CollectTask | FloodTask | CloseTask | 'usage') => {
  if (message === 'usage') return;
  const answer = (): boolean | undefined => process.send?.(collect());
  if (message.task === 'open') {
    void pMap(Array.from({ length: message.sockets }), () => open(message), { concurrency: OPENED_AT_ONCE }).then(answer, answer);
  } else if (message.task === 'close') void closeAll().then(answer);
  else {
    if (message.task === 'flood') flood(message);
    answer();
  }
});
console.log('ready');
