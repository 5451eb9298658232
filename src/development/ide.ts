import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../platform/http/security-headers.js';
import { IDE_ENVIRONMENT, ideTabs } from './ide-tabs.js';

/** The page and all it loads come from here; its store of plugins, which is a CDN, is not reached. */
const OFFLINE = [
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
    return reply.type('text/html; charset=utf-8').headers(PAGE_HEADERS).header('content-security-policy', OFFLINE).send(html);
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
