import { createGunzip } from 'node:zlib';
import type { App } from '../context.js';
import { selectProof, selectProofSize } from './draw.sql.js';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../platform/domain-error.js';
import { varyBy } from '../platform/http/send.js';
import { isUuid } from '../platform/uuid.js';

/** JSON in gzip; undefined until it is made, moments after the draw. */
export async function compressedProof({ db }: Pick<App, 'db'>, raffleId: string): Promise<Buffer | undefined> {
  const [row] = await db.query(selectProof, [raffleId]);
  return row?.proofGzip ?? undefined;
}

const PATH = '/draws/:raffleId/proof.json';

type ProofRequest = FastifyRequest<{ Params: { raffleId: string } }>;

/** The proof never changes. `npm run verify-draw` reads this file. */
export function mountProofs(fastify: FastifyInstance, app: Pick<App, 'db'>): void {
  fastify.get(PATH, { exposeHeadRoute: false }, async (request: ProofRequest, reply) => {
    const { raffleId } = request.params;
    const proof = isUuid(raffleId) ? await compressedProof(app, raffleId) : undefined;
    if (!proof) throw refuse('draws.notFound');
    sayWhatItIs(reply, request);
    return reply.send(takesGzip(request) ? proof : Readable.from([proof]).pipe(createGunzip()));
  });
  // Pages show the size, which may be megabytes, before they load it.
  fastify.head(PATH, async (request: ProofRequest, reply) => {
    const { raffleId } = request.params;
    const [row] = isUuid(raffleId) ? await app.db.query(selectProofSize, [raffleId]) : [];
    if (row?.bytes == null) throw refuse('draws.notFound');
    sayWhatItIs(reply, request);
    if (takesGzip(request)) reply.header('content-length', row.bytes);
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
