import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { DEVICE_HEADER, REQUEST_ID_HEADER } from './request-info.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  DEVICE_HEADER,
  'if-none-match',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'traceparent',
  REQUEST_ID_HEADER,
];
const EXPOSED_HEADERS = [
  'allow',
  'content-disposition',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  REQUEST_ID_HEADER,
];
/** Two hours: Chromium's limit. */
const PREFLIGHT_SECONDS = 7_200;

/** For the listed origins, without credentials: tokens are in `Authorization`. */
export async function mountCors(scope: FastifyInstance, origins: Origins): Promise<void> {
  if (!origins.areListed) return;
  const listed = {
    origin: true,
    methods: METHODS,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  };
  const others = { origin: false };
  await scope.register(fastifyCors, {
    delegator(request, done) {
      const { origin, 'access-control-request-method': asked } = request.headers;
      // An OPTIONS that is no preflight asks for the methods of an address.
      const isPlainOptions = request.method === 'OPTIONS' && (asked === undefined || request.routeOptions.url === '*');
      done(null, origin !== undefined && !isPlainOptions && origins.isListed(origin) ? listed : others);
    },
  });
}

export interface Origins {
  readonly areListed: boolean;
  /** Browsers do not ask for our own origin. */
  isListed(origin: string): boolean;
  /** Whether a page of ours sent it. Browsers say the origin of every POST. */
  isOwn(headers: { origin?: string | undefined; host?: string | undefined }): boolean;
  /** Browsers leave it to the server whether a WebSocket may open. */
  mayConnect(headers: { origin?: string | undefined; host?: string | undefined }): boolean;
}

/** `http://localhost:*` is any port. */
export function createOrigins(config: { corsOrigins: readonly string[]; publicUrl: string | undefined }): Origins {
  const { corsOrigins, publicUrl } = config;
  const exact = new Set(corsOrigins.filter((origin) => !origin.endsWith(':*')));
  const ofAnyPort = new Set(corsOrigins.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -2)));
  const own = publicUrl && new URL(publicUrl).origin;

  const isListed = (origin: string): boolean => exact.has(origin) || ofAnyPort.has(origin.replace(/:\d{1,5}$/, ''));
  const isOwn: Origins['isOwn'] = ({ origin, host }) =>
    origin !== undefined && (origin === own || (host !== undefined && hostOf(origin) === host.toLowerCase()));
  return {
    areListed: corsOrigins.length > 0,
    isListed,
    isOwn,
    mayConnect: (headers) => headers.origin === undefined || isOwn(headers) || isListed(headers.origin),
  };
}

/** With the port unless it is the scheme's default; undefined for "null". */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
}
