import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Like `request.ip`, for requests that Fastify does not see. */
export function clientAddressFinder(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  // A closed socket has no address.
  return (request) => proxyAddr(request, isTrusted) ?? '';
}

/** An IPv4 address, or the /64 of an IPv6 one: a household has at least that. */
export function networkOf(address: string): string {
  // A zone may follow a link-local address.
  const withoutZone = address.split('%')[0]!;
  if (!ipaddr.IPv6.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's "wire server". */
const CLOUD_INTERNAL = new Set(['168.63.129.16']);

/**
 * Not in our own network. IPv4: outside IANA's special-purpose blocks and multicast. IPv6: in 2000::/3 without its special
 * blocks; an IPv4-mapped address counts as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  // ipaddr.js reads "::8.8.8.8", as getaddrinfo writes it, as "::ffff:8.8.8.8".
  const plain = isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
  const address = ipaddr.process(plain);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !CLOUD_INTERNAL.has(address.toString());
}
