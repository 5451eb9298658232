import type { FastifyInstance } from 'fastify';
import type { App } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { countRequest } from '../platform/http/count-request.js';
import { isUuid } from '../platform/uuid.js';
import { selectRegulation } from './regulation.sql.js';

/** In the unit of documents. */
const COST = 2;

/** The bytes that the hash is of. A version never changes. */
export function mountRegulationFiles(fastify: FastifyInstance, app: Pick<App, 'db' | 'rafflePages' | 'rateLimits'>): void {
  fastify.get<{ Params: { raffleId: string; version: string } }>(
    '/regulations/:raffleId/:version.txt',
    async (request, reply) => {
      const { raffleId, version } = request.params;
      countRequest(app, { reply, cost: COST });
      const isKnown = isUuid(raffleId) && /^[1-9]\d{0,8}$/.test(version) && (await app.rafflePages.byId(raffleId.toLowerCase()));
      const [regulation] = isKnown ? await app.db.query(selectRegulation, [raffleId, Number(version)]) : [];
      if (!regulation) throw refuse('regulations.notFound');
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', `attachment; filename="regulamento-${raffleId.toLowerCase()}-${version}.txt"`)
        .send(regulation.text);
    },
  );
}
