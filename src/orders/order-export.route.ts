import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App, Context } from '../context.js';
import { OrderStatus } from '../generated/prisma/enums.js';
import { contextWithRole, rolesSentence } from '../graphql/authorize-schema.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { refuseField, refuseFields, textOf } from '../platform/domain-error.js';
import { sendStream } from '../platform/http/send.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { refusals } from '../rest/openapi-errors.js';
import { exportOrders } from './order-export.service.js';

const ROLES = ['ADMIN'] as const;
export const EXPORT_OPERATORS: readonly OperatorRole[] = ['FINANCE'];
const PATH = '/v1/raffles/:raffleId/orders.csv';
const READY_BYTES = 65_536;

export function mountOrderExport(fastify: FastifyInstance, app: App): void {
  const allowed = (request: FastifyRequest) => contextWithRole(app, request, ROLES, EXPORT_OPERATORS);
  // A HEAD request must not write an audit entry.
  fastify.get<{ Params: { raffleId: string } }>(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const context = await allowed(request);
    await context.requireRecentProof(context);
    const { raffleId } = request.params;
    await app.oneExport.begin(context.principal, reply);
    const texts = await exportOrders(context, { raffleId, status: statusOf(request.query as Record<string, unknown>) });
    // Read before the answer begins, so that an error can still change its status.
    const begun = [await texts.next(), await texts.next()].map(({ value }) => value ?? '').join('');
    const text = watched(context, raffleId, begun, texts);
    reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="orders-${raffleId.toLowerCase()}.csv"`);
    return sendStream(reply, Readable.from(text, { objectMode: false, highWaterMark: READY_BYTES }));
  });
  mountMethodNotAllowed(fastify, { url: PATH, served: ['GET', 'OPTIONS'] });
}

/** A page that fails cuts the answer off, and only the log can say why. */
async function* watched(
  { log, requestId }: Context,
  raffleId: string,
  begun: string,
  others: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield begun;
    yield* others;
  } catch (error) {
    log.warn({ err: error, event: 'orders.export.failed', raffleId, requestId }, 'an export of orders broke off');
    throw error;
  } finally {
    await others.return();
  }
}

function statusOf(query: Record<string, unknown>): OrderStatus | null {
  const unknown = Object.keys(query).filter((name) => name !== 'status');
  if (unknown.length > 0)
    throw refuseFields(Object.fromEntries(unknown.map((name) => [name, [textOf('rest.unknownParameter')]])));
  if (query.status === undefined) return null;
  const status = Object.values(OrderStatus).find((name) => name === query.status);
  if (!status) throw refuseField('status', 'platform.oneOf', { values: Object.values(OrderStatus) });
  return status;
}

export const orderExportPaths: Record<string, JsonSchema> = {
  '/v1/raffles/{raffleId}/orders.csv': {
    get: {
      operationId: 'ExportOrders',
      tags: ['raffles'],
      description:
        'All orders of a raffle, newest first, as a CSV file for Brazilian spreadsheets: UTF-8 with a byte order mark, '
        + 'semicolons, a decimal comma, times in TZ_BUSINESS. A cell that looks like a formula begins with an apostrophe. If '
        + 'the connection ends before the last chunk, the file is incomplete: ask for all of it again. One file at a time for each operator. Audited.'
        + rolesSentence(ROLES, EXPORT_OPERATORS),
      security: [{ token: [] }],
      parameters: [
        { name: 'raffleId', in: 'path', required: true, description: "The raffle's UUID.", schema: { type: 'string' } },
        {
          name: 'status',
          in: 'query',
          required: false,
          description: 'Only orders in this state. Left out: all.',
          schema: { type: 'string', enum: Object.values(OrderStatus) },
        },
      ],
      responses: {
        200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...refusals([400, 401, 403, 404]),
      },
    },
  },
};
