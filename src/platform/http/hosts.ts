import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { textOf } from '../domain-error.js';
import { renderText, type KeyedText } from '../texts.js';

export interface HostRules {
  production: boolean;
  publicUrl: string | undefined;
  /** Other names under which a development process is reached. */
  developmentHosts: readonly string[];
}

export interface HostProblem {
  statusCode: 400 | 403;
  text: KeyedText;
}

/**
 * Undefined for a request that names this service. One that names two hosts, which a proxy and this service could read differently,
 * is refused. In development so is one that names a host of somebody: a page whose name leads to this machine (DNS rebinding) would
 * count as our own, and everybody knows the password.
 */
export type HostCheck = (request: IncomingMessage) => HostProblem | undefined;

export function createHostCheck({ production, publicUrl, developmentHosts }: HostRules): HostCheck {
  const names = new Set([...developmentHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]);
  const machine = hostname().toLowerCase();
  const ownNames = new Set(['localhost', machine, `${machine}.local`, ...names]);
  const isOwn = (host: string): boolean => ownNames.has(host) || host.endsWith('.localhost') || isOwnAddress(host);

  return (request) => {
    if (namesTwoHosts(request)) return { statusCode: 400, text: textOf('platform.oneHost') };
    const { host } = request.headers;
    // HTTP/1.0 of a program: browsers always name the host.
    if (production || host === undefined) return undefined;
    const name = hostNameOf(host);
    return isOwn(name) ? undefined : { statusCode: 403, text: textOf('platform.developmentHost', { host: name }) };
  };
}

/** Before anything else reads the request. */
export function mountHosts(fastify: FastifyInstance, check: HostCheck): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const problem = check(request.raw);
    // The development bank's own answers to errors show the message.
    done(problem && Object.assign(new Error(renderText(problem.text, 'en')), problem));
  });
}

/** Node keeps the first of two headers. RFC 9112, 3.2.2: a whole URL in the request line goes before the header. */
function namesTwoHosts({ rawHeaders, headers, url = '/' }: IncomingMessage): boolean {
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  if (given.length > 1) return true;
  if (url.startsWith('/') || url === '*') return false;
  const named = `http://${headers.host}`;
  return !URL.canParse(url) || !URL.canParse(named) || new URL(url).host !== new URL(named).host;
}

/** Small letters, without the port, and an IPv6 address without its brackets. */
export function hostNameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/** No name, so nobody can make it lead elsewhere. */
function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0) return false;
  if (host.startsWith('127.') || host === '::1') return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}
