import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.js';
import { lookup, Resolver } from 'node:dns/promises';

/** IPv4 and IPv6, at least one. Throws what the resolver throws. */
export type NameLookup = (hostname: string) => Promise<string[]>;

const RESOLVER_OPTIONS = { timeout: 1_000, tries: 2 };

/**
 * Not `getaddrinfo`: it occupies one of libuv's four threads, so that four slow names would stop password hashing and the disk,
 * and it knows names of our own network. `servers` ("address:port") replace the machine's.
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

/** For development: knows "localhost" and the hosts file. */
const systemLookup: NameLookup = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

export class ForbiddenAddressError extends Error {
  /** Without the address, and the same for a name that nobody has: a caller must not learn which names our network knows. */
  constructor() {
    super('the host has no public address');
    this.name = 'ForbiddenAddressError';
  }
}

export interface AddressGuard {
  /** Development, tests, and hosts that the environment names. */
  allowPrivate: boolean;
  lookup: NameLookup;
}

/** DNS and public addresses, or what the operating system knows. */
export function addressGuard(allowPrivate: boolean): AddressGuard {
  return { allowPrivate, lookup: allowPrivate ? systemLookup : dnsLookup() };
}

export interface GuardedConnectorOptions extends AddressGuard {
  connectTimeoutMs: number;
  /** Of a client with a certificate, and the authorities to trust instead of the usual ones. */
  tls?: { cert?: string; key?: string; ca?: string } | undefined;
}

/** When there are others to try: twice the round trip to the far side of the world. */
const ADDRESS_ATTEMPT_MS = 1_000;

/**
 * Connects only to public addresses: all addresses of the name, which is looked up once for each connection and not again (DNS
 * rebinding). An address in place of a name is checked here, because neither undici nor Node looks it up.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { allowPrivate, lookup, connectTimeoutMs, tls } = options;
  const forbidden = (address: string): boolean => !allowPrivate && !isPublicAddress(address);

  const addressesOf = callbackify(async (hostname: string) => {
    const addresses = await lookup(hostname).catch((error: unknown) => {
      throw allowPrivate || !isUnknownName(error) ? error : new ForbiddenAddressError();
    });
    // One private address is enough to refuse the name.
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
    // An environment variable (NODE_TLS_REJECT_UNAUTHORIZED) changes the default.
    rejectUnauthorized: true,
    ...tls,
  });

  return (target, callback) => {
    if (isIP(target.hostname) === 0 || !forbidden(target.hostname)) return connect(target, callback);
    // Later, as a socket would: undici is still putting the request into its queue.
    process.nextTick(callback, new ForbiddenAddressError(), null);
  };
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
}
