import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
  contentSecurityPolicy,
  crossOriginOpenerPolicy,
  crossOriginResourcePolicy,
  referrerPolicy,
  strictTransportSecurity,
  xContentTypeOptions,
  xFrameOptions,
} from 'helmet';

/** Names in lower case, and what they say. */
export type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;
/** What Helmet makes of one header. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;

/**
 * What every answer says to a browser unless its route says otherwise: keep nothing, and do nothing with it but read it. HSTS where we are
 * reached by https, without a word on the subdomains, which are not ours. No more than that, for each header is half a microsecond of an
 * answer; and written once, here, where Helmet's plugin for Fastify makes them anew for each.
 */
export function answerHeaders({ publicUrl }: { publicUrl: string | undefined }): Headers {
  return {
    'cache-control': 'no-store',
    ...headersOf(
      contentSecurityPolicy({
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
      }),
      xContentTypeOptions(),
      ...(publicUrl?.startsWith('https:') ? [strictTransportSecurity({ maxAge: YEAR_SECONDS, includeSubDomains: false })] : []),
    ),
  };
}

/** What a page says beside, that is shown and has links; what it loads it names itself, in its own `content-security-policy`. */
export const PAGE_HEADERS: Headers = headersOf(
  crossOriginOpenerPolicy(),
  crossOriginResourcePolicy(),
  referrerPolicy(),
  xFrameOptions({ action: 'deny' }),
);

/** Puts headers on every answer, before its route does anything. */
export function mountHeaders(fastify: FastifyInstance, headers: Headers): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function headersOf(...middlewares: Middleware[]): Headers {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
  } as unknown as ServerResponse;
  for (const write of middlewares) {
    write({} as IncomingMessage, response, (error) => {
      if (error) throw error;
    });
  }
  return headers;
}
