import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Origins } from './origins.js';
import { REQUEST_ID_HEADER } from './request-id.js';

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
