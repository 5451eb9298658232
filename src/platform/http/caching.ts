import etagOf from 'etag';
import type { FastifyReply } from 'fastify';
import fresh from 'fresh';
import { sendText } from './compression.js';

/** Who may keep an answer: everybody's cache, or that of the caller alone. Either asks each time whether it still holds. */
export const REVALIDATED = { everybody: 'public, no-cache', callerOnly: 'private, no-cache' };

/** Says that the answer depends on headers of the request, beside what was said of it already. */
export function varyBy(reply: FastifyReply, ...names: string[]): FastifyReply {
  const said = reply.getHeader('vary');
  return reply.header('vary', [...(said === undefined ? [] : [String(said)]), ...names].join(', '));
}

/**
 * Sends a text that is worth keeping, with its ETag; 304 without it to who has the same. The tag is weak, of the text and not of the bytes
 * that it may be compressed to. `no-cache` in the request is for caches on the way, and what browsers add where a page asks by a tag itself.
 */
export function sendRevalidated(reply: FastifyReply, text: string, etag = etagOf(text, { weak: true })): FastifyReply {
  varyBy(reply.header('etag', etag), 'accept-encoding');
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
    return reply.code(304).removeHeader('content-type').send();
  return sendText(reply, text);
}
