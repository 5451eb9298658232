import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { isPublicAddress } from '../../platform/http/addresses.js';
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

/** The host is, or its name resolves to, an address that is not of the public internet. No connection was opened. */
export class ForbiddenAddressError extends Error {
  /** Never says the address: what a name means inside our network is not the caller's to learn. */
  constructor() {
    super('the host has an address that is not public');
    this.name = 'ForbiddenAddressError';
  }
}

/** How connections are opened. Times are in milliseconds. */
export interface SsrfGuardOptions {
  /** Connect to any address. Development and tests only. */
  allowPrivate: boolean;
  lookup: NameLookup;
  connectTimeoutMs: number;
  /** PEM text of the authorities to trust instead of the usual ones. */
  caPem?: string;
}

/** Of one address, when there are others to try: twice the round trip to the far side of the world. */
const ADDRESS_ATTEMPT_MS = 1_000;

/**
 * Opens connections, and only to public addresses. A name is looked up once for each connection, every address it has must
 * be public, and the connection goes to the very addresses that were judged: nothing is left for a name that changes its
 * answer (DNS rebinding). An address in place of a name is judged here, because neither undici nor Node looks it up. TLS
 * certificates are verified against the name. Errors: ForbiddenAddressError, the lookup's, and those of sockets and TLS.
 */
export function ssrfGuardedConnector(options: SsrfGuardOptions): buildConnector.connector {
  const { allowPrivate, lookup, connectTimeoutMs, caPem } = options;
  const forbidden = (address: string): boolean => !allowPrivate && !isPublicAddress(address);

  const addressesOf = callbackify(async (hostname: string) => {
    const addresses = await lookup(hostname);
    // One bad address condemns the name: an honest receiver has none, and which one is tried is left to chance.
    if (addresses.some(forbidden)) throw new ForbiddenAddressError();
    return addresses.map((address) => ({ address, family: isIP(address) }));
  });
  // Node asks for all addresses, because of autoSelectFamily.
  const guardedLookup: LookupFunction = (hostname, _options, callback) => addressesOf(hostname, callback);

  const connect = buildConnector({
    lookup: guardedLookup,
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    // Said, because an environment variable (NODE_TLS_REJECT_UNAUTHORIZED) changes the default.
    rejectUnauthorized: true,
    ca: caPem,
  });

  return (target, callback) => {
    if (isIP(target.hostname) === 0 || !forbidden(target.hostname)) return connect(target, callback);
    // Later, as a socket would: undici is still putting the request into its queue.
    process.nextTick(callback, new ForbiddenAddressError(), null);
  };
}
