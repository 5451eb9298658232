import { createServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { Agent, request } from 'undici';
import type { Identity } from './certificates.js';
import { receivedRequest } from './received-request.js';

/** A server that asks every caller for a certificate and hands requests on. */
export interface TlsFront {
  port: number;
  callers: string[];
  stop(): Promise<void>;
}

/** Starts mutual TLS on 127.0.0.1 in front of `target`: callers need a certificate that `trustedPem` signed. */
export async function startTlsFront(target: string, identity: Identity, trustedPem: string): Promise<TlsFront> {
  const callers: string[] = [];
  const dispatcher = new Agent();
  const server = createServer(
    { cert: identity.certificatePem, key: identity.privateKeyPem, ca: trustedPem, requestCert: true, rejectUnauthorized: true },
    async (incoming, response) => {
      callers.push(String((incoming.socket as TLSSocket).getPeerCertificate().subject.CN));
      const sent = await receivedRequest(incoming);
      const { host: _, connection: __, 'content-length': ___, ...headers } = sent.headers;
      const {
        statusCode,
        body,
        headers: given,
      } = await request(target + sent.url, {
        method: sent.method,
        headers,
        body: sent.body === '' ? null : sent.body,
        dispatcher,
      });
      response.writeHead(statusCode, { 'content-type': given['content-type'] }).end(await body.text());
    },
  );
  // A handshake that fails is what is tested.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    callers,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await dispatcher.destroy();
    },
  };
}

/** Starts TLS on 127.0.0.1 in front of another port of it, WebSockets too. The port is asked for when somebody connects. */
export async function startTlsTunnel(
  targetPort: () => number,
  { certificatePem, privateKeyPem }: Identity,
): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (outside) => {
    const inside = connect(targetPort(), '127.0.0.1');
    for (const one of [outside, inside]) sockets.add(one.once('close', () => sockets.delete(one)));
    outside.on('error', () => inside.destroy()).pipe(inside);
    inside.on('error', () => outside.destroy()).pipe(outside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
