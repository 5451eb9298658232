import type { FastifyReply } from 'fastify';
import fresh from 'fresh';
import { encodingFor, keepText, type KeptText } from '../platform/http/kept-text.js';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import type { Headers } from '../platform/http/security-headers.js';

export interface PageResponse extends KeptText {
  status: number;
  headers: Headers;
}

const RETRY_SECONDS = 5;

/** What the address asked for beside its path, such as `utm_source`, goes along. */
export function redirectTo(path: string): PageResponse {
  return createPageResponse(302, { location: path }, '');
}

export function createPageResponse(status: number, headers: Headers, html: string): PageResponse {
  return { status, headers, ...keepText(html) };
}

/** `isKept`: caches may keep it, and must ask each time. */
export async function sendPage(reply: FastifyReply, page: PageResponse, { isKept = true } = {}): Promise<FastifyReply> {
  const { headers, url } = reply.request;
  if (page.status === 302) {
    const asked = url.indexOf('?');
    return reply.redirect(`${page.headers.location ?? '/'}${asked === -1 ? '' : url.slice(asked)}`);
  }
  reply.code(page.status).type('text/html; charset=utf-8').headers(page.headers);
  if (page.status === 503) reply.header('retry-after', RETRY_SECONDS);
  varyBy(reply, 'accept-language', 'accept-encoding');
  if (page.status === 200 && isKept) {
    const etag = page.etag();
    reply.header('cache-control', REVALIDATED.everybody).header('etag', etag);
    const known = headers['if-none-match'];
    if (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
      return reply.code(304).removeHeader('content-type').send();
  }
  // An order's page too: other sites do not know its address, and so cannot guess what it says by its length.
  const encoding = encodingFor(headers['accept-encoding']);
  if (!encoding) return reply.send(page.bytes);
  return reply.header('content-encoding', encoding).send(await page.compressed(encoding));
}
