import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { App } from '../context.js';
import { notFound } from '../platform/domain-error.js';
import { varyBy } from '../platform/http/caching.js';
import { isUuid } from '../platform/uuid.js';
import { compressedProof } from './draw-proof.js';

/** Serves a draw's proof as a file to anybody who asks: `npm run verify-draw` takes it as it comes. It never changes. */
export function mountProofs(fastify: FastifyInstance, app: Pick<App, 'db'>): void {
  fastify.get<{ Params: { raffleId: string } }>('/draws/:raffleId/proof.json', async (request, reply) => {
    const { raffleId } = request.params;
    const proof = isUuid(raffleId) ? await compressedProof(app, raffleId) : undefined;
    if (!proof) throw notFound('draw');
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (takesGzip) reply.header('content-encoding', 'gzip');
    return varyBy(reply, 'accept-encoding')
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', `attachment; filename="draw-${raffleId.toLowerCase()}.json"`)
      .send(takesGzip ? proof : Readable.from([proof]).pipe(createGunzip()));
  });
}
