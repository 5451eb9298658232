import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from './request-info.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What a client sends: of these only `content-type` of a form needs no leave. */
const SENT = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'traceparent',
  REQUEST_ID_HEADER,
];
/** What a page may read of an answer beside what every page may. */
const TOLD = ['allow', 'content-disposition', 'etag', 'retry-after', 'www-authenticate', REQUEST_ID_HEADER];
/** Two hours, which is as long as Chromium believes a preflight. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets the pages of the listed origins call what is mounted in the scope (the Fetch standard's CORS). Never with credentials: tokens go in
 * `Authorization`, which a page has to have. Without a list nothing is said, as to pages that are not on it.
 */
export async function mountCors(scope: FastifyInstance, origins: Origins): Promise<void> {
  if (!origins.areListed) return;
  const listed = { origin: true, methods: METHODS, allowedHeaders: SENT, exposedHeaders: TOLD, maxAge: PREFLIGHT_SECONDS };
  const others = { origin: false };
  await scope.register(fastifyCors, {
    delegator(request, done) {
      const { origin, 'access-control-request-method': asked } = request.headers;
      // An OPTIONS that is no preflight asks for the methods of the address. Addresses that are nobody's here have their own answer.
      const isPlainOptions = request.method === 'OPTIONS' && (asked === undefined || request.routeOptions.url === '*');
      done(null, origin !== undefined && !isPlainOptions && origins.isListed(origin) ? listed : others);
    },
  });
}

/** Which pages a browser may let call us: a browser says in `Origin` whose page it is, and nobody else has to. */
export interface Origins {
  /** Whether pages of other sites are listed at all. */
  readonly areListed: boolean;
  /** Whether pages of an origin are listed. Those of our own need not be: a browser does not ask for them. */
  isListed(origin: string): boolean;
  /**
   * Whether a WebSocket may be opened: browsers let any page try, and leave the refusal to us. Ours is the origin of PUBLIC_URL and
   * whatever has the host that the request was sent to. Without an origin it is no browser that asks.
   */
  mayConnect(headers: { origin?: string | undefined; host?: string | undefined }): boolean;
}

/** `corsOrigins` as the browser writes them, `http://localhost:*` for any port. */
export function createOrigins(config: { corsOrigins: readonly string[]; publicUrl: string | undefined }): Origins {
  const { corsOrigins, publicUrl } = config;
  const exact = new Set(corsOrigins.filter((origin) => !origin.endsWith(':*')));
  const ofAnyPort = new Set(corsOrigins.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -2)));
  const own = publicUrl && new URL(publicUrl).origin;

  const isListed = (origin: string): boolean => exact.has(origin) || ofAnyPort.has(origin.replace(/:\d{1,5}$/, ''));
  return {
    areListed: corsOrigins.length > 0,
    isListed,
    mayConnect: ({ origin, host }) =>
      origin === undefined || origin === own || (host !== undefined && hostOf(origin) === host.toLowerCase()) || isListed(origin),
  };
}

/** With its port, unless that is the scheme's own; undefined for "null" and what else is no web page's. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
}
