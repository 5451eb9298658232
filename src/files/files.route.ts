import type { FastifyInstance, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { App, Context } from '../context.js';
import { parseName } from '../addresses/picture-address.js';
import { countRequest } from '../platform/http/count-request.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import { readFile, uploadPictures, openGraphUrlOf, sizesOf, urlOf } from './file.service.js';
import type { UploadedFile, OperatorRole } from '../generated/prisma/client.js';
import { contextWithRole, rolesSentence } from '../graphql/authorize-schema.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { refusals } from '../rest/openapi-errors.js';
import { MAX_PIXELS } from './encode-picture.js';
import { MAX_UPLOADS, type Files } from './files.js';
import { MAX_FILE_BYTES, MAX_FILES, mountReceivedFiles, receivedFiles, requireMultipart } from './received-files.js';

/** A name always means the same picture. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The store may move, and a deleted picture should disappear. */
const A_DAY = 'public, max-age=86400';

/** What a picture costs, in the unit of documents: a page shows many of them. */
const SENT = 2;
const ENCODED = 20_000;

/** An unknown name does not reach the store. */
export function mountFiles(fastify: FastifyInstance, app: Pick<App, 'files' | 'log' | 'rateLimits'>): void {
  fastify.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const picture = parseName(name);
    if (!picture) return reply.callNotFound();
    countRequest(app, { reply, cost: SENT });
    const elsewhere = app.files.store.addressOf(name);
    if (elsewhere !== undefined) return reply.header('cache-control', A_DAY).redirect(elsewhere, 302);

    const file = await readFile(app, name);
    if (!file) return reply.callNotFound();
    const etag = `"${name}"`;
    reply.headers({ etag, 'cache-control': IMMUTABLE });
    const known = request.headers['if-none-match'];
    if (known !== undefined && fresh({ 'if-none-match': known }, { etag })) {
      file.content.destroy();
      return reply.code(304).send();
    }
    return reply.type(picture.type).header('content-length', file.bytes).send(file.content);
  });
}

const ROLES = ['ADMIN'] as const;
export const UPLOAD_OPERATORS: readonly OperatorRole[] = ['MANAGER'];
const PATH = '/v1/raffles/upload';

/** GraphQL documents carry no files. Checks the role before it reads the body. */
export async function mountUpload(fastify: FastifyInstance, app: App): Promise<void> {
  const allowed = (request: FastifyRequest) => contextWithRole(app, request, ROLES, UPLOAD_OPERATORS);
  await fastify.register(async (scope) => {
    await mountReceivedFiles(scope);
    const contexts = new WeakMap<FastifyRequest, Context>();
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      contexts.set(request, await allowed(request));
      requireMultipart(request);
    };
    scope.post(PATH, { onRequest }, async (request, reply) => {
      const context = contexts.get(request) ?? (await allowed(request));
      const files = await app.files.uploads.run(['upload'], async () => {
        const received = await receivedFiles(request);
        countRequest(app, { reply, principal: context.principal, cost: ENCODED * received.length });
        return uploadPictures(context, received);
      });
      return reply.code(201).send({ files: files.map((file) => answerOf(app.files, file)) });
    });
  });
  mountMethodNotAllowed(fastify, { url: PATH, served: ['POST', 'OPTIONS'] });
}

function answerOf(files: Files, file: UploadedFile) {
  const { id, width, height, bytes } = file;
  return {
    id,
    url: urlOf(files, file),
    width,
    height,
    bytes,
    sizes: sizesOf(files, file),
    openGraphUrl: openGraphUrlOf(files, file),
  };
}

const PIXELS = { type: 'integer', description: 'In pixels.' };
const URL = { type: 'string', format: 'uri' };
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});
const listOf = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, minItems: 1, maxItems });

const FILE = object({
  id: { type: 'string', format: 'uuid', description: 'Its id in `files` and `deleteFile`.' },
  url: { ...URL, description: 'Where its largest size is, a WebP file: what `photoUrl` of a raffle takes.' },
  width: { ...PIXELS, maximum: 1280 },
  height: PIXELS,
  bytes: { type: 'integer', description: 'Of the largest size.' },
  sizes: {
    ...listOf(object({ url: URL, width: PIXELS, height: PIXELS }), 3),
    description: '320, 640 and 1280 pixels wide, or up to its own width; narrowest first.',
  },
  openGraphUrl: { ...URL, description: 'Where it is cut to 1200 by 630 pixels, a JPEG file: for `og:image`.' },
});

export const uploadPaths: Record<string, JsonSchema> = {
  '/v1/raffles/upload': {
    post: {
      operationId: 'UploadFiles',
      tags: ['raffles'],
      description:
        'Stores pictures for the pages of raffles: JPEG, PNG, WebP, AVIF or GIF by their content. They are encoded again, upright and '
        + 'without metadata; of an animation the first frame is stored. Names are random, and what is at an address never changes. '
        + 'All files of a request are stored, or none. Audited. '
        + `At most ${MAX_FILES} files of ${MAX_FILE_BYTES} bytes each, of ${MAX_PIXELS} pixels and 16383 on a side; all of it must have come `
        + `within 30 seconds, and a process takes ${MAX_UPLOADS} uploads at once.\n\n`
        + rolesSentence(ROLES, UPLOAD_OPERATORS),
      security: [{ token: [] }],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: object({ file: listOf({ type: 'string', format: 'binary' }, MAX_FILES) }) },
        },
      },
      responses: {
        201: {
          description: 'Kept.',
          content: { 'application/json': { schema: object({ files: listOf(FILE, MAX_FILES) }) } },
        },
        ...refusals([400, 401, 403, 413, 415]),
      },
    },
  },
};
