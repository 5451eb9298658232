import type { FastifyInstance } from 'fastify';
import fresh from 'fresh';
import type { App } from '../context.js';
import { parseName } from '../pictures/picture-address.js';
import { sendNoRoute } from '../platform/http/json-errors.js';
import { readFile } from './file.service.js';

/** A name never comes to mean another picture. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Where the store is may change, and what was deleted should not be found for long. */
const A_DAY = 'public, max-age=86400';

/**
 * Serves uploaded pictures to anybody. The type is what we wrote, with `nosniff` and a policy that lets nothing run, as every answer has.
 * A name that is not one of ours is nobody's address, and reaches no store.
 */
export function mountFiles(fastify: FastifyInstance, app: Pick<App, 'files' | 'log'>): void {
  fastify.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const picture = parseName(name);
    if (!picture) return sendNoRoute(reply);
    const elsewhere = app.files.store.addressOf(name);
    if (elsewhere !== undefined) return reply.header('cache-control', A_DAY).redirect(elsewhere, 302);

    const file = await readFile(app, name);
    if (!file) return sendNoRoute(reply);
    const etag = `"${name}"`;
    reply.headers({ etag, 'cache-control': FOR_GOOD });
    const known = request.headers['if-none-match'];
    if (known !== undefined && fresh({ 'if-none-match': known }, { etag })) {
      file.content.destroy();
      return reply.code(304).send();
    }
    return reply.type(picture.type).header('content-length', file.bytes).send(file.content);
  });
}
