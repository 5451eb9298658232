import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { App, Context } from '../context.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { contextWithRole, rolesSentence } from '../graphql/authorize-schema.js';
import { LINE_COLUMNS } from '../orders/order-export.sql.js';
import { writeAudit } from '../platform/audit.js';
import { unseal } from '../platform/crypto.js';
import { csvHeader } from '../platform/csv.js';
import { refuse } from '../platform/domain-error.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import { sendStream } from '../platform/http/send.js';
import { refusals } from '../rest/openapi-errors.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { selectPart, type ExportRow } from './export.sql.js';
import { expiresAt, exportAudit, findExport } from './export.service.js';
import { wordsOf } from './export-words.js';

const ROLES = ['ADMIN'] as const;
export const EXPORT_FILE_OPERATORS: readonly OperatorRole[] = ['FINANCE'];
const PATH = '/v1/exports/:id/file';
const READY_BYTES = 65_536;

const decompress = promisify(gunzip);

export function mountExportFile(fastify: FastifyInstance, app: App): void {
  // A HEAD request must not write an audit entry.
  fastify.get<{ Params: { id: string } }>(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const context = await contextWithRole(app, request, ROLES, EXPORT_FILE_OPERATORS);
    await context.requireRecentProof(context);
    const row = await findExport(context, request.params.id);
    if (row.state !== 'DONE') throw refuse('exports.notDone');
    // It is deleted some minutes later.
    if (Number(expiresAt(row)) < Date.now()) throw refuse('exports.notFound');
    await app.oneExport.begin(context.principal, reply);
    await app.db.transaction((tx) => writeAudit(tx, exportAudit(context, 'downloadExport', row)));
    reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${wordsOf(row).file}-${row.id}.csv"`);
    return sendStream(reply, Readable.from(textsOf(context, row), { objectMode: false, highWaterMark: READY_BYTES }));
  });
  mountMethodNotAllowed(fastify, { url: PATH, served: ['GET', 'OPTIONS'] });
}

/** A part that fails cuts the answer off, and only the log can say why. */
async function* textsOf({ db, config, log, requestId }: Context, row: ExportRow): AsyncGenerator<string | Buffer, void> {
  const { headings } = wordsOf(row);
  yield csvHeader([...LINE_COLUMNS, 'luckyNumbers' as const].map((name) => headings[name]));
  try {
    for (let number = 1; number <= row.parts; number += 1) {
      const [part] = await db.query(selectPart, [row.id, number]);
      if (!part) throw new Error(`the export ${row.id} has no part ${number}`);
      yield await decompress(unseal(config.encryptionKeys, part.sealed));
    }
  } catch (error) {
    log.warn({ err: error, event: 'exports.file.failed', exportId: row.id, requestId }, 'the file of an export broke off');
    throw error;
  }
}

export const exportFilePaths: Record<string, JsonSchema> = {
  '/v1/exports/{id}/file': {
    get: {
      operationId: 'DownloadExport',
      tags: ['exports'],
      description:
        'The file of an export that is DONE: CSV for Brazilian spreadsheets, as that of `ExportOrders`, in the language of the export, with '
        + 'the lucky numbers of each order, at most 1,000. If the connection ends before the last chunk, the file is incomplete: ask for all '
        + 'of it again. One file at a time for each operator. Audited.'
        + rolesSentence(ROLES, EXPORT_FILE_OPERATORS),
      security: [{ token: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, description: "The export's UUID.", schema: { type: 'string' } }],
      responses: {
        200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...refusals([400, 401, 403, 404, 409]),
      },
    },
  },
};
