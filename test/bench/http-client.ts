import { connect } from 'node:net';

/** Requests are sent as bytes and answers are looked at no more than needed, so that the load costs little beside the server. */
export interface ClientOptions {
  host: string;
  port: number;
  /** The next request to send whole, or undefined to close. */
  next(): Buffer | undefined;
  /** One answer, or the connection's end before one: `problem` says why it is not the expected one. */
  answered(latencyMs: number, problem: string | undefined): void;
  /** What the body of a good answer begins with. */
  expected: string;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';

/**
 * One keep-alive HTTP/1.1 connection in a closed loop: the next request goes out when the last one is answered. Answers must
 * have a Content-Length. Resolves when `next` has nothing more, or the connection ended.
 */
export function runClient({ host, port, next, answered, expected }: ClientOptions): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    let received = '';
    let sentAtMs = 0;
    let waiting = false;
    let failure = 'the connection was closed';

    const send = (): void => {
      const request = next();
      if (!request) {
        waiting = false;
        socket.end();
        return;
      }
      waiting = true;
      sentAtMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      // latin1: a character a byte, so that Content-Length counts characters.
      received += chunk.toString('latin1');
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const lengthAt = received.indexOf(LENGTH);
      const bodyStart = headEnd + HEAD_END.length;
      const end = bodyStart + Number.parseInt(received.slice(lengthAt + LENGTH.length, lengthAt + LENGTH.length + 10), 10);
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
