import { createGunzip } from 'node:zlib';
import type { App } from '../context.js';
import { selectProofSize, selectProofSlice } from './draw.sql.js';
import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../platform/domain-error.js';
import { countRequest } from '../platform/http/count-request.js';
import { varyBy } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { isUuid } from '../platform/uuid.js';

const SLICE_BYTES = 262_144;
/** Of all raffles: 16 MB. */
const SLICES_KEPT = 64;
/** A slice never changes; what nobody asks for makes room. */
const KEPT_MS = 60_000;

interface ProofFile {
  bytes: number;
  slices: AsyncGenerator<Buffer, void>;
}

/** Proofs that are being sent. All that ask for the same slice share it: each is read once, and no proof is whole in memory. */
export interface ProofFiles {
  /** JSON in gzip; undefined until it is made, moments after the draw. */
  find(raffleId: string): Promise<ProofFile | undefined>;
}

export function createProofFiles({ db }: Pick<App, 'db'>, sliceBytes = SLICE_BYTES): ProofFiles {
  const kept = createReadThroughCache({
    maxAgeMs: KEPT_MS,
    maxKeys: SLICES_KEPT,
    load: async (key) => {
      const [raffleId, from] = key.split(' ');
      const [row] = await db.reader().query(selectProofSlice, [raffleId, Number(from) + 1, sliceBytes]);
      if (!row) throw refuse('draws.notFound');
      return row.slice;
    },
  });
  async function* slicesOf(raffleId: string, bytes: number): AsyncGenerator<Buffer, void> {
    for (let from = 0; from < bytes; from += sliceBytes) yield kept.get(`${raffleId} ${from}`);
  }
  return {
    async find(raffleId) {
      const [row] = await db.query(selectProofSize, [raffleId]);
      return row?.bytes == null ? undefined : { bytes: row.bytes, slices: slicesOf(raffleId.toLowerCase(), row.bytes) };
    },
  };
}

/** In the unit of documents. */
const BYTES_FOR_ONE = 1_000;
/** It is unpacked for a client that does not take gzip. */
const UNPACKED = 4;
/** However large a proof is, an account or address can ask for it. */
const DEAREST = 100_000;

const PATH = '/draws/:raffleId/proof.json';

type ProofRequest = FastifyRequest<{ Params: { raffleId: string } }>;

/** The proof never changes. `npm run verify-draw` reads this file. */
export function mountProofs(fastify: FastifyInstance, app: Pick<App, 'db' | 'proofFiles' | 'rateLimits'>): void {
  fastify.get(PATH, { exposeHeadRoute: false }, async (request: ProofRequest, reply) => {
    const { raffleId } = request.params;
    const proof = isUuid(raffleId) ? await app.proofFiles.find(raffleId) : undefined;
    if (!proof) throw refuse('draws.notFound');
    const isUnpacked = !takesGzip(request);
    const cost = Math.ceil((proof.bytes / BYTES_FOR_ONE) * (isUnpacked ? UNPACKED : 1));
    countRequest(app, { reply, cost: Math.min(DEAREST, cost) });
    sayWhatItIs(reply, request);
    const packed = Readable.from(proof.slices, { objectMode: false, highWaterMark: SLICE_BYTES });
    if (!isUnpacked) return reply.header('content-length', proof.bytes).send(packed);
    return reply.send(pipeline(packed, createGunzip(), () => undefined));
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
