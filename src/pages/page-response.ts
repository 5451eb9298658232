import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import etagOf from 'etag';
import type { FastifyReply } from 'fastify';
import fresh from 'fresh';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import type { Headers } from '../platform/http/security-headers.js';

type Encoding = 'br' | 'gzip';

/** Each encoding is made once, when it is first asked for. */
export interface PageResponse {
  status: number;
  headers: Headers;
  html: string;
  etag(): string;
  compressed(encoding: Encoding): Promise<Buffer>;
}

/** Quality 5, not 11: a page is kept for half a second, so it is compressed again and again. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
const COMPRESS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text),
};
const RETRY_SECONDS = 5;

export function createPageResponse(status: number, headers: Headers, html: string): PageResponse {
  let etag: string | undefined;
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    status,
    headers,
    html,
    etag: () => (etag ??= etagOf(html, { weak: true })),
    compressed(encoding) {
      const body = bodies.get(encoding) ?? COMPRESS[encoding](html);
      bodies.set(encoding, body);
      return body;
    },
  };
}

export async function sendPage(reply: FastifyReply, page: PageResponse): Promise<FastifyReply> {
  const { headers } = reply.request;
  reply.code(page.status).type('text/html; charset=utf-8').headers(page.headers);
  if (page.status === 503) reply.header('retry-after', RETRY_SECONDS);
  if (page.status !== 200) return reply.send(page.html);
  const etag = page.etag();
  varyBy(reply.header('cache-control', REVALIDATED.everybody).header('etag', etag), 'accept-language', 'accept-encoding');
  const known = headers['if-none-match'];
  if (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
    return reply.code(304).removeHeader('content-type').send();
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0(\\.0*)?(,|$))`).test(accepted));
  if (!encoding) return reply.send(page.html);
  return reply.header('content-encoding', encoding).send(await page.compressed(encoding));
}
