import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** The address of who sent a request, as Fastify finds it for `request.ip`: for the requests that never come to Fastify. */
export function clientAddressFinder(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  // A socket that is gone already has none.
  return (request) => proxyAddr(request, isTrusted) ?? '';
}
