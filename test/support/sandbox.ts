import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import type { Exchange } from './api-pix-contract.js';
import { receivedRequest, type ReceivedRequest } from './received-request.js';

/** A remote service played by the test: it answers what `answer` says and keeps what it received. */
export interface RemoteService {
  url: string;
  received: ReceivedRequest[];
  stop(): Promise<void>;
}

/** Starts an HTTP server on 127.0.0.1 whose every request is recorded, then handed to `answer`. */
export async function startRemoteService(
  answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>,
): Promise<RemoteService> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const whole = await receivedRequest(request);
    received.push(whole);
    await answer(whole, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A remote service with every exchange recorded on its way. */
export interface Recorder {
  url: string;
  exchanges: Exchange[];
  stop(): Promise<void>;
}

/** Starts a proxy in front of `target`. An answer that the target breaks off is broken off here too, and not recorded. */
export async function startRecorder(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const dispatcher = new Agent();
  const proxy = await startRemoteService(async (received, response) => {
    const { method, url, headers, body } = received;
    try {
      const { host: _, connection: __, 'content-length': ___, ...forwarded } = headers;
      const answer = await request(target + url, {
        method,
        headers: forwarded,
        body: body === '' ? null : body,
        dispatcher,
      });
      const responseBody = await answer.body.text();
      const responseType = String(answer.headers['content-type'] ?? '');
      const requestType = headers['content-type'] ?? '';
      exchanges.push({ method, url, requestType, requestBody: body, status: answer.statusCode, responseType, responseBody });
      response.writeHead(answer.statusCode, responseType ? { 'content-type': responseType } : {}).end(responseBody);
    } catch {
      response.socket?.destroy();
    }
  });
  return {
    url: proxy.url,
    exchanges,
    async stop() {
      await proxy.stop();
      await dispatcher.destroy();
    },
  };
}

/** What a test has started, to be stopped after it. */
export const open: { stop(): Promise<void> }[] = [];

/** Stops what `open` holds, the latest first. */
export async function stopAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await one.stop();
}

/** The account every test's bank keeps. */
export const SANDBOX_ACCOUNT = {
  clientId: 'test-client',
  clientSecret: 'test-secret',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  merchantName: 'Rifa Boa Sorte',
  merchantCity: 'São Paulo',
};

/** What `POST /sandbox/...` and `PUT /sandbox/...` of a bank answer. */
export async function askSandbox(url: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
  const answer = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
