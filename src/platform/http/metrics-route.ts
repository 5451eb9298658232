import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.js';
import { isSameSecret } from '../crypto.js';
import { hostNameOf } from './hosts.js';

/** Either is enough. Addresses may be CIDR blocks. */
export interface MetricsAccess {
  metricsToken: string | undefined;
  metricsAddresses: readonly string[];
  trustedProxies: readonly string[];
  publicUrl: string | undefined;
}

export function mountMetrics(fastify: FastifyInstance, metrics: Metrics, refuseStranger: RefuseStranger): void {
  fastify.get(
    '/metrics',
    async (request, reply) => refuseStranger(request, reply) ?? reply.type(metrics.contentType).send(await metrics.text()),
  );
}

/** Answers who may not know how the service does; undefined for who may. */
export type RefuseStranger = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

export function createMetricsAccess(access: MetricsAccess): RefuseStranger {
  const { metricsToken } = access;
  const publicName = access.publicUrl && hostNameOf(new URL(access.publicUrl).host);
  const isListed = addressesOf(access.metricsAddresses);
  const isProxy = addressesOf(access.trustedProxies);

  // A proxy's address is not the caller's.
  const isListedCaller = (request: FastifyRequest): boolean => {
    const { remoteAddress } = request.socket;
    return isListed(remoteAddress) && !isProxy(remoteAddress) && isDirect(request, publicName);
  };

  return (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if ((metricsToken && isSameSecret(given, metricsToken)) || isListedCaller(request)) return undefined;
    return metricsToken === undefined
      ? refuse(reply, 403, 'The figures are for the addresses of METRICS_ADDRESSES only, or for who has the METRICS_TOKEN.')
      : refuse(reply.header('www-authenticate', 'Bearer'), 401, 'Send the METRICS_TOKEN as Authorization: Bearer <token>.');
  };
}

const OF_PROXIES =
  /^((x-)?forwarded|x-forwarded-.+|x-(real|client|cluster-client|original|envoy|azure)-.+|(.+-)?client-ip|(cf|fastly)-.*ip|via)$/;

/** A proxy that nobody listed often says so, or still passes on the host that the caller named. */
function isDirect({ headers }: FastifyRequest, publicName: string | undefined): boolean {
  if (Object.keys(headers).some((name) => OF_PROXIES.test(name))) return false;
  return publicName === undefined || hostNameOf(headers.host ?? '') !== publicName;
}

function addressesOf(blocks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', length] = block.split('/');
    const family = familyOf(address);
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  const plain = (address: string): string => address.split('%', 1)[0] ?? '';
  return (address) => address !== undefined && list.check(plain(address), familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}
