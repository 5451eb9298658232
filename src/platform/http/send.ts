import type { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fresh from 'fresh';
import { encodingFor, type KeptText } from './kept-text.js';

/** Smaller texts fit a packet. */
const MIN_BYTES = 1_024;
/** Compressed synchronously in a third of a millisecond; larger ones in other threads. */
const MAX_SYNC_BYTES = 16_384;

/**
 * BREACH guesses a secret in a compressed answer, so logins and secrets shown once are not compressed. Other sites cannot send
 * our tokens: cookies are SameSite=Strict.
 */
export async function mountCompression(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCompress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    syncThreshold: MAX_SYNC_BYTES,
  });
}

export async function sendText(reply: FastifyReply, text: string | KeptText): Promise<FastifyReply> {
  const accepted = reply.request.headers['accept-encoding'];
  if (typeof text !== 'string') return sendKeptText(reply, text, accepted);
  if (text.length < MIN_BYTES || accepted === undefined) return reply.send(text);
  reply.compress(text);
  return reply;
}

async function sendKeptText(reply: FastifyReply, { bytes, compressed }: KeptText, accepted?: string): Promise<FastifyReply> {
  const encoding = bytes.length < MIN_BYTES ? undefined : encodingFor(accepted);
  if (!encoding) return reply.send(bytes);
  if (!String(reply.getHeader('vary')).includes('accept-encoding')) varyBy(reply, 'accept-encoding');
  return reply.header('content-encoding', encoding).send(await compressed(encoding));
}

export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  reply.compress(stream);
  return reply;
}

/** Caches must ask each time. */
export const REVALIDATED = { everybody: 'public, no-cache', callerOnly: 'private, no-cache' };

export function varyBy(reply: FastifyReply, ...names: string[]): FastifyReply {
  const said = reply.getHeader('vary');
  return reply.header('vary', [...(said === undefined ? [] : [String(said)]), ...names].join(', '));
}

/** With a weak ETag, or 304. Ignores the request's `no-cache`, which browsers add when a page sends a tag itself. */
export async function sendRevalidated(reply: FastifyReply, text: string | KeptText, etag: string): Promise<FastifyReply> {
  varyBy(reply.header('etag', etag), 'accept-encoding');
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
    return reply.code(304).removeHeader('content-type').send();
  return sendText(reply, text);
}
