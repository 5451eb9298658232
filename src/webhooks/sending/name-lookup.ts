import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a host name, IPv4 and IPv6, at least one. Throws what the resolver throws. */
export type NameLookup = (hostname: string) => Promise<string[]>;

/** Two tries within the deadline of a send. */
const RESOLVER_OPTIONS = { timeout: 1_000, tries: 2 };

/**
 * Asks DNS itself, A and AAAA at once. Not `getaddrinfo`: that occupies one of libuv's four threads until it is answered, so
 * that four names with a slow name server would stop password hashing and the disk; and it knows names of the machine and
 * its network (hosts file, search domains) that no caller has a right to. One family that is not answered leaves the other.
 * `servers` ("address:port") stands in for the machine's own.
 */
export function dnsLookup(servers?: readonly string[]): NameLookup {
  const resolver = new Resolver(RESOLVER_OPTIONS);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw v4.status === 'rejected' ? v4.reason : new Error(`${hostname} has no address`);
  };
}

/** Asks the operating system, which knows "localhost" and the hosts file: for development. */
export const systemLookup: NameLookup = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};
