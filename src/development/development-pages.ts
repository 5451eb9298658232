import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../context.js';
import { isWildcard } from '../platform/http/listening.js';
import { PAGE_HEADERS } from '../platform/http/security-headers.js';
import { StartProblem } from '../platform/start-problem.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { IDE_ENVIRONMENT, ideTabs } from './ide-tabs.js';

/** The page and all it loads come from here; its store of plugins, which is a CDN, is not reached. */
const IDE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "frame-ancestors 'none'",
].join('; ');
const HOST = /^[\w.:[\]-]+$/;

/**
 * Serves the GraphQL IDE (Altair) at `/ide`, wholly offline, with tabs that walk a newcomer through one sale; whoever opens
 * `/` or, in a browser, `/graphql` is sent there. For development: in production there is no such page, nor is it loaded.
 */
export async function mountIde(
  fastify: FastifyInstance,
  { publicUrl, testBank }: { publicUrl: string | undefined; testBank: (origin: string) => Promise<string | null> },
): Promise<void> {
  const { default: fastifyStatic } = await import('@fastify/static');
  // Dear to load, and not every start is followed by a look at the page.
  const loadAltair = () => import('altair-static');

  fastify.get('/', async (_request, reply) => reply.redirect('/ide'));
  fastify.get('/ide', async (request, reply) => {
    const { renderAltair } = await loadAltair();
    const origin = publicUrl ?? ownOrigin(request);
    const html = renderAltair({
      baseURL: '/ide/',
      initialWindows: ideTabs({ ...addressesOf(origin), testBank: await testBank(origin) }),
      initialEnvironments: IDE_ENVIRONMENT,
      instanceStorageNamespace: 'raffle-gateway',
      disableAccount: true,
      persistedSettings: { 'banners.disable': true, 'alert.disableUpdateNotification': true, 'schema.reloadOnStart': true },
    });
    return reply.type('text/html; charset=utf-8').headers(PAGE_HEADERS).header('content-security-policy', IDE_POLICY).send(html);
  });
  await fastify.register(async (files) => {
    let altair: Awaited<ReturnType<typeof loadAltair>> | undefined;
    files.addHook('onRequest', async (_request, reply) => {
      altair ??= await loadAltair();
      // That of JSON, which loads nothing and is framed by nobody.
      reply.removeHeader('content-security-policy');
    });
    await files.register(fastifyStatic, {
      // What the package's getDistDirectory() says.
      root: path.join(path.dirname(createRequire(import.meta.url).resolve('altair-static')), 'dist'),
      prefix: '/ide/',
      index: false,
      decorateReply: false,
      setHeaders: (reply, file) => {
        // Altair runs its users' scripts in a frame that must be able to do nothing else.
        if (altair?.isSandboxFrame(file)) reply.setHeader('content-security-policy', altair.SANDBOX_FRAME_CSP);
      },
    });
  });
}

/** As the browser wrote it, or as a proxy that is trusted says it did; empty where that is no address. */
function ownOrigin({ protocol, host }: FastifyRequest): string {
  return HOST.test(host) ? `${protocol}://${host}` : '';
}

/** The same host for both; not every browser takes a relative address for a WebSocket. */
function addressesOf(origin: string): { graphql: string; subscriptions: string } {
  return { graphql: `${origin}/graphql`, subscriptions: `${origin.replace(/^http/, 'ws')}/graphql` };
}

/** The page runs what comes with it and asks this service alone; its frame of validator.swagger.io is left out. */
const DOCS_POLICY = [
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
      staticCSP: DOCS_POLICY,
      uiConfig: { validatorUrl: null, docExpansion: 'none', filter: true, persistAuthorization: false },
      theme: { title: 'Raffle gateway, REST' },
    });
  });
}

function notInstalled(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  throw new StartProblem('The packages of development are not installed: run `npm ci`, or set NODE_ENV=production.', { cause });
}

/**
 * Where a reader of `origin` opens the page of the development bank, to pay a code there; null where there is none, as in production. A
 * bank that listens to the whole network is found under the name that the reader found us by.
 */
export async function testBankFor(
  { config, providers }: Pick<App, 'config' | 'providers'>,
  origin: string,
): Promise<string | null> {
  if (config.production) return null;
  // While the database is away a page has more to say than that.
  const known = await providers.all().catch(() => []);
  const bank = known.find(({ adapter }) => adapter.adapter === 'sandbox')?.settings.baseUrl;
  if (!bank) return null;
  const url = new URL(bank);
  if (isWildcard(config.sandboxHost) && URL.canParse(origin)) url.hostname = new URL(origin).hostname;
  return url.origin;
}
