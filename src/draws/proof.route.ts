import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../context.js';
import { notFound } from '../platform/domain-error.js';
import { varyBy } from '../platform/http/send.js';
import { isUuid } from '../platform/uuid.js';
import { compressedProof, compressedProofSize } from './draw-proof.js';

const PATH = '/draws/:raffleId/proof.json';

type ProofRequest = FastifyRequest<{ Params: { raffleId: string } }>;

/** Serves a draw's proof as a file to anybody who asks: `npm run verify-draw` takes it as it comes. It never changes. */
export function mountProofs(fastify: FastifyInstance, app: Pick<App, 'db'>): void {
  fastify.get(PATH, { exposeHeadRoute: false }, async (request: ProofRequest, reply) => {
    const { raffleId } = request.params;
    const proof = isUuid(raffleId) ? await compressedProof(app, raffleId) : undefined;
    if (!proof) throw notFound('draw');
    sayWhatItIs(reply, request);
    return reply.send(takesGzip(request) ? proof : Readable.from([proof]).pipe(createGunzip()));
  });
  // A page asks how much it would load; of a large raffle that is megabytes, which nobody reads for that.
  fastify.head(PATH, async (request: ProofRequest, reply) => {
    const { raffleId } = request.params;
    const bytes = isUuid(raffleId) ? await compressedProofSize(app, raffleId) : undefined;
    if (bytes === undefined) throw notFound('draw');
    sayWhatItIs(reply, request);
    if (takesGzip(request)) reply.header('content-length', bytes);
    return reply.send();
  });
}

function takesGzip({ headers }: ProofRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

function sayWhatItIs(reply: FastifyReply, request: ProofRequest): void {
  if (takesGzip(request)) reply.header('content-encoding', 'gzip');
  varyBy(reply, 'accept-encoding')
    .type('application/json; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-disposition', `attachment; filename="draw-${request.params.raffleId.toLowerCase()}.json"`);
}
