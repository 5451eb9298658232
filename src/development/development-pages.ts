import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../context.js';
import { isWildcard } from '../platform/http/listening.js';
import { PAGE_HEADERS } from '../platform/http/security-headers.js';
import { StartProblem } from '../platform/start-problem.js';
import type { JsonSchema } from '../rest/schema-object.js';
import { IDE_ENVIRONMENT, ideTabs } from './ide-tabs.js';

/** Everything comes from here; Altair's store of plugins, a CDN, is not reached. */
const IDE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
  + "font-src 'self' data:; worker-src 'self' blob:; connect-src 'self' ws: wss:; frame-ancestors 'none'";
const HOST = /^[\w.:[\]-]+$/;

/** Serves the GraphQL IDE (Altair) at `/ide`, offline, with tabs for one sale. For development only. */
export async function mountIde(
  fastify: FastifyInstance,
  { publicUrl, testBank }: { publicUrl: string | undefined; testBank: (origin: string) => Promise<string | null> },
): Promise<void> {
  const { default: fastifyStatic } = await import('@fastify/static');
  const loadAltair = () => import('altair-static');

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
      // The policy of JSON answers would load nothing.
      reply.removeHeader('content-security-policy');
    });
    await files.register(fastifyStatic, {
      root: path.join(path.dirname(createRequire(import.meta.url).resolve('altair-static')), 'dist'),
      prefix: '/ide/',
      index: false,
      decorateReply: false,
      setHeaders: (reply, file) => {
        // Altair runs user scripts in a frame with its own policy.
        if (altair?.isSandboxFrame(file)) reply.setHeader('content-security-policy', altair.SANDBOX_FRAME_CSP);
      },
    });
  });
}

/** The origin as the browser, or a trusted proxy, sent it; empty when it is malformed. */
function ownOrigin({ protocol, host }: FastifyRequest): string {
  return HOST.test(host) ? `${protocol}://${host}` : '';
}

/** Some browsers take no relative address for a WebSocket. */
function addressesOf(origin: string): { graphql: string; subscriptions: string } {
  return { graphql: `${origin}/graphql`, subscriptions: `${origin.replace(/^http/, 'ws')}/graphql` };
}

const DOCS_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
  + "frame-ancestors 'none'";

export async function mountRestDocs(fastify: FastifyInstance, documentOf: () => JsonSchema): Promise<void> {
  const [{ default: fastifySwagger }, { default: fastifySwaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]).catch(notInstalled);
  await fastify.register(async (docs) => {
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

/** The address of the development bank's page for a reader of `origin`; null when there is none, as in production. */
export async function testBankFor(
  { config, providers }: Pick<App, 'config' | 'providers'>,
  origin: string,
): Promise<string | null> {
  if (config.production) return null;
  const known = await providers.all().catch(() => []);
  const bank = known.find(({ adapter }) => adapter.adapter === 'sandbox')?.settings.baseUrl;
  if (!bank) return null;
  const url = new URL(bank);
  if (isWildcard(config.sandboxHost) && URL.canParse(origin)) url.hostname = new URL(origin).hostname;
  return url.origin;
}
