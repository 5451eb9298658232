import type { IncomingMessage } from 'node:http';

/** A request as a server that the test plays receives it, the body read whole. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Reads a request whole. One that breaks off is never read whole, and whoever waits for it waits on. */
export function receivedRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      resolve({ method, url, headers, body: Buffer.concat(chunks).toString() });
    });
  });
}
