import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The address of who sent a request, as Fastify finds it for `request.ip`: for the requests that never come to Fastify. */
export function clientAddressFinder(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  // A socket that is gone already has none.
  return (request) => proxyAddr(request, isTrusted) ?? '';
}

/** The address, of an IPv6 one the /64: a household is given at least that much, so single addresses bound nobody. */
export function networkOf(address: string): string {
  // Without the zone, whose name is anything: it says by which interface a link-local address came.
  const withoutZone = address.split('%')[0]!;
  if (!ipaddr.IPv6.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
}

/** All of IPv6 that is allocated to the internet at large; what lies outside is local, special or given to nobody. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, yet Azure answers there with the machine's own configuration ("wire server"), in every network. */
const CLOUD_INTERNAL = new Set(['168.63.129.16']);

/**
 * Whether an address belongs to the public internet, so that connecting to it reaches nothing of ours. Takes the text of an
 * IPv4 address in four decimal parts or of an IPv6 address; anything else, a zone id included, is not public. IPv4: none of
 * IANA's special-purpose blocks nor multicast. IPv6: global unicast (2000::/3) without its special blocks, among them those
 * that carry an IPv4 address (6to4, Teredo); NAT64 lies outside. An IPv4-mapped address is judged by the IPv4 in it.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  // In hexadecimal, as WHATWG writes it: ipaddr.js takes the other form that getaddrinfo uses, "::8.8.8.8", for "::ffff:8.8.8.8".
  const plain = isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
  const address = ipaddr.process(plain);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !CLOUD_INTERNAL.has(address.toString());
}
