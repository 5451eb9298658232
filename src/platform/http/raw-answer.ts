import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './security-headers.js';

/** For a socket without a request; it closes the connection. */
export function rawAnswer(status: number, headers: Headers, { text = '', type = 'text/plain' } = {}): string {
  const all = {
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(text)),
    ...(text && { 'content-type': type }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

const REFUSED: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come whole in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large.'],
};

export function refuseUnreadable(headers: Headers): (error: Error & { code?: string }, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [statusCode, message] = REFUSED[error.code ?? ''] ?? [400, 'This is not a request of HTTP.'];
    const text = JSON.stringify({ error: STATUS_CODES[statusCode], statusCode, code: 'BAD_REQUEST', message });
    if (socket.writable) socket.write(rawAnswer(statusCode, headers, { text, type: 'application/json; charset=utf-8' }));
    socket.destroy(error);
  };
}

/**
 * Some clients offer h2c first, and a server that listens for upgrades gets them unparsed (RFC 9110, 7.8): the request goes back
 * into the socket without its Upgrade header.
 */
export function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
