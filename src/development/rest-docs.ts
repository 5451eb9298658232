import type { FastifyInstance } from 'fastify';
import { StartProblem } from '../platform/start-problem.js';
import type { JsonSchema } from '../rest/schema-object.js';

/** The page runs what comes with it and asks this service alone; its frame of validator.swagger.io is left out. */
const OFFLINE = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the REST routes to read and try out at `/docs` (Swagger UI), wholly offline. For development: in production there is no such page, nor
 * is it loaded.
 */
export async function mountRestDocs(fastify: FastifyInstance, documentOf: () => JsonSchema): Promise<void> {
  const [{ default: fastifySwagger }, { default: fastifySwaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]).catch(notInstalled);
  await fastify.register(async (docs) => {
    // Empty until somebody looks: no start waits for it.
    const document: JsonSchema = {};
    docs.addHook('onRequest', async () => void Object.assign(document, documentOf()));
    await docs.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: OFFLINE,
      uiConfig: { validatorUrl: null, docExpansion: 'none', filter: true, persistAuthorization: false },
      theme: { title: 'Raffle gateway, REST' },
    });
  });
}

function notInstalled(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  throw new StartProblem('The packages of development are not installed: run `npm ci`, or set NODE_ENV=production.', { cause });
}
