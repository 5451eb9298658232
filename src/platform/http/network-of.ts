import ipaddr from 'ipaddr.js';

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
