import type { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import etagOf from 'etag';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fresh from 'fresh';

/** Below it, in bytes of ASCII, what is saved is less than a packet. */
const WORTH_IT = 1_024;
/** Up to here it is done at once, within a third of a millisecond; what is larger is left to other threads. */
const AT_ONCE_BYTES = 16_384;

/**
 * Lets routes of the scope send compressed, by `sendText` and `sendStream` and by nothing else: what is small or compressed already
 * is not looked at. What is sent to us is not unpacked.
 *
 * What mixes a secret with words that a stranger chose can be guessed by its length (BREACH), where the stranger makes the browser send
 * it. Nobody else's page can send a token of ours, for there are no cookies; all the same only what is read is compressed, not what changes
 * things: the answers of logins, and secrets that are shown once, are never.
 */
export async function mountCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCompress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: WORTH_IT,
    syncThreshold: AT_ONCE_BYTES,
  });
}

/** Sends a text, whose type is set, compressed when that is worth it and the client takes it. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (text.length < WORTH_IT || reply.request.headers['accept-encoding'] === undefined) return reply.send(text);
  reply.compress(text);
  return reply;
}

/** The same of a stream, however short. */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  reply.compress(stream);
  return reply;
}

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
