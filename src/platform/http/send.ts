import type { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import etagOf from 'etag';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fresh from 'fresh';

/** Smaller texts fit a packet anyway. */
const MIN_BYTES = 1_024;
/** Up to this size it compresses synchronously (a third of a millisecond); larger ones go to other threads. */
const MAX_SYNC_BYTES = 16_384;

/**
 * Lets routes of the scope send compressed, by `sendText` and `sendStream` only. BREACH guesses a secret by the length of an
 * answer that also has a stranger's text, if the stranger can make the browser send the request. Other sites cannot send our
 * tokens, since there are no cookies; still only reads are compressed: never logins, or secrets shown once.
 */
export async function mountCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCompress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    syncThreshold: MAX_SYNC_BYTES,
  });
}

/** Sends a text, compressed if it is large and the client accepts that. Set its type before. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (text.length < MIN_BYTES || reply.request.headers['accept-encoding'] === undefined) return reply.send(text);
  reply.compress(text);
  return reply;
}

/** Sends a stream compressed. */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  reply.compress(stream);
  return reply;
}

/** `cache-control` values; caches must ask each time. */
export const REVALIDATED = { everybody: 'public, no-cache', callerOnly: 'private, no-cache' };

/** Adds to `vary`. */
export function varyBy(reply: FastifyReply, ...names: string[]): FastifyReply {
  const said = reply.getHeader('vary');
  return reply.header('vary', [...(said === undefined ? [] : [String(said)]), ...names].join(', '));
}

/**
 * Sends a text with a weak ETag of it, or 304. Ignores `no-cache` in the request: browsers add it when a page sends a tag itself.
 */
export function sendRevalidated(reply: FastifyReply, text: string, etag = etagOf(text, { weak: true })): FastifyReply {
  varyBy(reply.header('etag', etag), 'accept-encoding');
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
    return reply.code(304).removeHeader('content-type').send();
  return sendText(reply, text);
}
