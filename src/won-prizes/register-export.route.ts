import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App, Context } from '../context.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { contextWithRole, rolesSentence } from '../graphql/authorize-schema.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import { sendStream } from '../platform/http/send.js';
import { refusals } from '../rest/openapi-errors.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { csvOfPrizes, exportWonPrizes, type ExportedPrize } from './register-export.service.js';

const ROLES = ['ADMIN'] as const;
export const REGISTER_EXPORT_OPERATORS: readonly OperatorRole[] = ['FINANCE'];
const PATH = '/v1/raffles/:raffleId/won-prizes.csv';
const READY_BYTES = 65_536;

export function mountRegisterExport(fastify: FastifyInstance, app: App): void {
  const allowed = (request: FastifyRequest) => contextWithRole(app, request, ROLES, REGISTER_EXPORT_OPERATORS);
  // A HEAD request must not write an audit entry.
  fastify.get<{ Params: { raffleId: string } }>(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const context = await allowed(request);
    await context.requireRecentProof(context);
    const { raffleId } = request.params;
    await app.oneExport.begin(context.principal, reply);
    const pages = await exportWonPrizes(context, raffleId);
    // Read before the answer begins, so that an error can still change its status.
    const first = await pages.next();
    const text = csvOfPrizes(watched(context, raffleId, first.value ?? [], pages), app.config.businessTimeZone);
    reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="won-prizes-${raffleId.toLowerCase()}.csv"`);
    return sendStream(reply, Readable.from(text, { objectMode: false, highWaterMark: READY_BYTES }));
  });
  mountMethodNotAllowed(fastify, { url: PATH, served: ['GET', 'OPTIONS'] });
}

/** A page that fails cuts the answer off, and only the log can say why. */
async function* watched(
  { log, requestId }: Context,
  raffleId: string,
  first: ExportedPrize[],
  others: AsyncGenerator<ExportedPrize[], void>,
): AsyncGenerator<ExportedPrize[], void> {
  try {
    yield first;
    yield* others;
  } catch (error) {
    log.warn({ err: error, event: 'won_prizes.export.failed', raffleId, requestId }, 'an export of won prizes broke off');
    throw error;
  } finally {
    await others.return();
  }
}

export const registerExportPaths: Record<string, JsonSchema> = {
  '/v1/raffles/{raffleId}/won-prizes.csv': {
    get: {
      operationId: 'ExportWonPrizes',
      tags: ['won-prizes'],
      description:
        'The register of a raffle, newest win first, as a CSV file like that of its orders: UTF-8 with a byte order mark, semicolons, a '
        + 'decimal comma, times in TZ_BUSINESS. A row without `shownAt` is in a box that is still closed. If the connection ends '
        + 'before the last chunk, the file is incomplete: ask for all of it again. One file at a time for each operator. Audited.'
        + rolesSentence(ROLES, REGISTER_EXPORT_OPERATORS),
      security: [{ token: [] }],
      parameters: [
        { name: 'raffleId', in: 'path', required: true, description: "The raffle's UUID.", schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...refusals([400, 401, 403, 404]),
      },
    },
  },
};
