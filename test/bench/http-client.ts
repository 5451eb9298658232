import { connect } from 'node:net';

export interface Asked {
  bytes: Buffer;
  /** What the body of a good answer begins with, a character a byte. */
  expected: string;
  /** The latency counts from then, as a buyer who comes at this time feels it, not from when a connection was free. */
  dueAtMs?: number;
}

/** Requests are sent as bytes and answers are looked at no more than needed, so that the load costs little beside the server. */
export interface ClientOptions {
  host: string;
  port: number;
  /** The next request, once it is time for it, or undefined to close. */
  next(): Asked | undefined | Promise<Asked | undefined>;
  /** One answer, or the connection's end before one: `problem` says why it is not the expected one. */
  answered(latencyMs: number, problem: string | undefined): void;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /content-length: *(\d+)/i;

/**
 * One keep-alive HTTP/1.1 connection in a closed loop: the next request goes out when the last one is answered. Answers must
 * have a Content-Length. Resolves when `next` has nothing more, or the connection ended.
 */
export function runClient({ host, port, next, answered }: ClientOptions): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    let received = '';
    let sentAtMs = 0;
    let waiting = false;
    let expected = '';
    let failure = 'the connection was closed';

    const send = (): void => {
      waiting = false;
      void Promise.resolve(next()).then((request) => {
        if (!request) {
          socket.end();
          return;
        }
        waiting = true;
        expected = request.expected;
        sentAtMs = request.dueAtMs ?? performance.now();
        socket.write(request.bytes);
      });
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      // latin1: a character a byte, so that Content-Length counts characters.
      received += chunk.toString('latin1');
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const [, length] = LENGTH.exec(received.slice(0, headEnd)) ?? [];
      if (length === undefined) {
        failure = 'an answer without a Content-Length';
        socket.destroy();
        return;
      }
      const bodyStart = headEnd + HEAD_END.length;
      const end = bodyStart + Number(length);
      if (received.length < end) return;
      const good = received.startsWith('HTTP/1.1 200 ') && received.startsWith(expected, bodyStart);
      const problem = good ? undefined : received.slice(0, 20) + received.slice(bodyStart, bodyStart + 300);
      answered(performance.now() - sentAtMs, problem);
      received = received.slice(end);
      send();
    });
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => {
      if (waiting) answered(performance.now() - sentAtMs, failure);
      resolve();
    });
  });
}
