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

/** Lower-case names. */
export type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;
type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;

/** Each header costs half a microsecond, so they are few and made once; Helmet's plugin makes them for every answer. */
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

/** For pages, beside a `content-security-policy`. */
export const PAGE_HEADERS: Headers = headersOf(
  crossOriginOpenerPolicy(),
  crossOriginResourcePolicy(),
  referrerPolicy(),
  xFrameOptions({ action: 'deny' }),
);

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
