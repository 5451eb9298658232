import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '../context.js';
import { contextWithRole, rolesSentence } from '../graphql/authorize-schema.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { sendStream } from '../platform/http/send.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { refusals } from '../rest/openapi-errors.js';
import { personalDataOf } from './personal-data.service.js';

export const PERSONAL_DATA_OPERATORS: readonly OperatorRole[] = [];

const FILES = [
  { url: '/v1/users/profile/data', roles: ['USER'], whose: 'your own', operationId: 'ExportMyData' },
  { url: '/v1/users/:id/data', roles: ['ADMIN'], whose: "a user's", operationId: 'ExportUserData' },
] as const;

/** LGPD, art. 18, II and V. It streams, so it runs no GraphQL document and checks roles itself. */
export function mountPersonalData(fastify: FastifyInstance, app: App): void {
  for (const { url, roles } of FILES) {
    const allowed = (request: FastifyRequest) => contextWithRole(app, request, roles, PERSONAL_DATA_OPERATORS);
    fastify.get<{ Params: { id?: string } }>(url, { exposeHeadRoute: false }, async (request, reply) => {
      const context = await allowed(request);
      await context.requireRecentProof(context);
      const { principal } = context;
      const id = request.params.id ?? ('id' in principal ? principal.id : '');
      await app.oneExport.begin(principal, reply);
      return sendData(reply, context, await personalDataOf(context, id));
    });
    mountMethodNotAllowed(fastify, { url, served: ['GET', 'OPTIONS'] });
  }
}

function sendData(reply: FastifyReply, { log, requestId }: Context, text: AsyncGenerator<string, void>): FastifyReply {
  const watched = async function* (): AsyncGenerator<string, void> {
    try {
      yield* text;
    } catch (error) {
      log.warn({ err: error, event: 'personal_data.export.failed', requestId }, 'an export of personal data broke off');
      throw error;
    }
  };
  reply.type('application/json; charset=utf-8').header('content-disposition', 'attachment; filename="personal-data.json"');
  return sendStream(reply, Readable.from(watched(), { objectMode: false, highWaterMark: 65_536 }));
}

export const personalDataPaths: Record<string, JsonSchema> = Object.fromEntries(
  FILES.map(({ url, roles, whose, operationId }) => [
    url.replace(':id', '{id}'),
    {
      get: {
        operationId,
        tags: ['users'],
        description:
          `All that is kept about a person, ${whose}, as a file: an object with \`exportedAt\`, \`profile\`, \`orders\` (with payments, refunds `
          + 'and what was won), `commissions`, `sessions`, `messages` and `notes`. A connection that ends before the last chunk brought an incomplete file: ask for all of it '
          + `again. An operator's export is in the audit log.\n\n${rolesSentence(roles, PERSONAL_DATA_OPERATORS)}`,
        security: [{ token: [] }],
        parameters: url.includes(':id')
          ? [{ name: 'id', in: 'path', required: true, description: "The person's UUID.", schema: { type: 'string' } }]
          : [],
        responses: {
          200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
          ...refusals([401, 403, 404]),
        },
      },
    },
  ]),
);
