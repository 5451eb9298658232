import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { App } from '../context.js';
import type { Executor } from '../graphql/executor.js';
import { DomainError } from '../platform/domain-error.js';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { createPageResponse, sendPage, type PageResponse } from './page-response.js';
import { pageHeaders } from './page-headers.js';
import type { Language, PageFrame, PageName, Site } from './page-renderer.js';
import { createRafflePageReads } from './raffle-pages.js';
import { siteOf, textOf } from './site.js';
import { TEXT_PAGES, type TextPageName } from './text-pages.js';
import { CLIENT_FOLDER, loadWebBuild, type WebBuild } from './web-build.js';

const LANGUAGES: readonly Language[] = ['pt-BR', 'en'];
const HOST = /^[\w.:[\]-]+$/;
const MAX_AGE_MS = 500;
const MAX_PAGES = 200;

export async function mountPages(
  fastify: FastifyInstance,
  { app, executor, testBank }: { app: App; executor: Executor; testBank: (origin: string) => Promise<string | null> },
): Promise<void> {
  const reads = createRafflePageReads({ app, executor });
  let building: Promise<WebBuild> | undefined;
  const built = (): Promise<WebBuild> =>
    (building ??= loadWebBuild().catch((error: unknown) => {
      building = undefined;
      throw error;
    }));

  type Asked = [page: PageName, language: Language, isLanguageAsked: boolean, origin: string, of?: string];
  const asked = (page: PageName, request: FastifyRequest, of?: string): Asked => [
    page,
    ...languageOf(request),
    app.config.publicUrl ?? ownOrigin(request),
    of,
  ];
  const frameOf = ([page, language, isLanguageAsked, origin]: Asked, { assets }: WebBuild, site: Site): PageFrame => ({
    site,
    language,
    isLanguageAsked,
    origin,
    assets: assets[page],
  });
  const pages = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_PAGES,
    load: async (key) => {
      const one = JSON.parse(key) as Asked;
      const [page, , , origin, of = ''] = one;
      const [build, view, bank] = await Promise.all([built(), app.site.view(), testBank(origin)]);
      const { renderer } = build;
      const frame = frameOf(one, build, siteOf(view, { timeZone: app.config.businessTimeZone, testBank: bank }));
      if (page === 'dashboard') return pageOf(200, frame, renderer.dashboard(frame));
      if (page === 'text') {
        const text = textOf(view, of as TextPageName);
        return text ? pageOf(200, frame, renderer.text(frame, text)) : pageOf(404, frame, renderer.noText(frame));
      }
      let data;
      try {
        data = await reads.bySlug(of);
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
        return pageOf(503, frame, renderer.unavailable(frame));
      }
      if (!data) return pageOf(404, frame, renderer.notFound(frame));
      return pageOf(200, frame, page === 'raffle' ? renderer.raffle(frame, data) : renderer.draw(frame, data));
    },
  });
  const route = (page: PageName) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { slug } = request.params as { slug?: string };
    return sendPage(reply, await pages.get(JSON.stringify(asked(page, request, slug))));
  };
  fastify.get('/r/:slug', route('raffle'));
  fastify.get('/r/:slug/draw', route('draw'));
  fastify.get('/dashboard', route('dashboard'));
  fastify.get('/dashboard/*', route('dashboard'));
  for (const [name, path] of Object.entries(TEXT_PAGES)) {
    fastify.get(path, async (request, reply) => sendPage(reply, await pages.get(JSON.stringify(asked('text', request, name)))));
  }

  await mountAssets(fastify);
}

function pageOf(status: number, { site, assets, origin }: PageFrame, html: string): PageResponse {
  return createPageResponse(status, pageHeaders([assets.css, site.style], { isSecure: origin.startsWith('https:') }), html);
}

/** `/assets/`: names with a hash, immutable. `/static/`: fixed names, such as the icon. */
async function mountAssets(fastify: FastifyInstance): Promise<void> {
  const { default: fastifyStatic } = await import('@fastify/static');
  const mount = (folder: string, cacheControl: string) =>
    fastify.register(async (files) => {
      files.addHook('onSend', async (_request, reply) => {
        // What is missing today may exist tomorrow.
        if (reply.statusCode < 400) varyBy(reply.header('cache-control', cacheControl), 'accept-encoding');
      });
      const root = path.join(CLIENT_FOLDER, folder);
      const served = { root, prefix: `/${folder}/`, preCompressed: true, cacheControl: false };
      await files.register(fastifyStatic, { ...served, decorateReply: false, index: false });
    });
  await mount('assets', 'public, max-age=31536000, immutable');
  await mount('static', REVALIDATED.everybody);
}

function languageOf({ query, headers }: FastifyRequest): [Language, isAsked: boolean] {
  const { lang } = query as { lang?: unknown };
  const asked = LANGUAGES.find((language) => language === lang);
  if (asked) return [asked, true];
  const accepted = new Negotiator({ headers: { 'accept-language': headers['accept-language'] } }).languages();
  const isPortuguese = (tag: string): boolean => tag === '*' || /^pt\b/i.test(tag);
  const first = accepted.find((tag) => isPortuguese(tag) || /^en\b/i.test(tag));
  return [first === undefined || isPortuguese(first) ? 'pt-BR' : 'en', false];
}

function ownOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? origin : '';
}
