import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { App } from '../context.js';
import type { Executor } from '../graphql/executor.js';
import { DomainError } from '../platform/domain-error.js';
import type { ProblemPage } from '../platform/http/json-errors.js';
import { countRequest } from '../platform/http/count-request.js';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { createPageResponse, redirectTo, sendPage, type PageResponse } from './page-response.js';
import { mountCalendar } from './calendar-route.js';
import { pageHeaders } from './page-headers.js';
import { createPageReads } from './page-reads.js';
import type { Language, PageFrame, PageName } from './page-renderer.js';
import { createOrderPageReads, ORDER_COST } from './order-pages.js';
import { mountPictures } from './picture-routes.js';
import { createRafflePageReads } from './raffle-pages.js';
import { orderAddress } from '../addresses/order-address.js';
import { cursorIn, SHOP, shopAskedIn, type ShopAsked } from '../addresses/shop-address.js';
import { versionIn } from '../addresses/regulation-address.js';
import { MESSAGES } from '../addresses/message-address.js';
import { MessageChoicesDocument } from '../generated/client/operations.js';
import { createShopPageReads } from './shop-pages.js';
import { keptForDays, NO_WAYS, siteOf, textOf, waysOf } from './site.js';
import { mountSiteFiles } from './site-files.js';
import { TEXT_PAGES, type TextPageName } from '../addresses/text-pages.js';
import { CLIENT_FOLDER, loadWebBuild, type WebBuild } from './web-build.js';

const LANGUAGES: readonly Language[] = ['pt-BR', 'en'];
const HOST = /^[\w.:[\]-]+$/;
const MAX_AGE_MS = 500;
const MAX_PAGES = 200;

export interface Pages {
  mount(fastify: FastifyInstance): Promise<void>;
  /** Answers a person's browser, which cannot read JSON. Undefined for a program. */
  problemFor: ProblemPage;
}

/** What an address asks for: pages are made once for all who ask the same. */
type Asked =
  | { page: 'home' | 'dashboard' | 'account' }
  | { page: 'raffle' | 'draw'; slug: string }
  | { page: 'regulation'; slug: string; version: number | null | undefined }
  | { page: 'text'; name: TextPageName }
  | { page: 'shop'; asked: ShopAsked }
  | { page: 'winners'; after: string | null }
  | { page: 'order'; token: string; after: string | null }
  | { page: 'ticket'; token: string; number: string }
  | { page: 'messages'; token: string; saved: string | null }
  | ({ page: 'problem' } & Problem);

interface Problem {
  status: number;
  /** What the service says; only shown for a refusal. */
  message: string;
}

interface Reader {
  language: Language;
  isLanguageAsked: boolean;
  origin: string;
}

export function createPages({
  app,
  executor,
  testBank,
}: {
  app: App;
  executor: Executor;
  testBank: (origin: string) => Promise<string | null>;
}): Pages {
  const reads = createPageReads({ app, executor });
  const askChoices = reads(MessageChoicesDocument);
  const raffles = createRafflePageReads(app, reads);
  const shop = createShopPageReads(reads);
  const orders = createOrderPageReads(reads);
  const ofProcess = { timeZone: app.config.businessTimeZone, isDevelopment: !app.config.production };
  let building: Promise<WebBuild> | undefined;
  const built = (): Promise<WebBuild> =>
    (building ??= loadWebBuild().catch((error: unknown) => {
      building = undefined;
      throw error;
    }));

  const readerOf = (request: FastifyRequest): Reader => {
    const [language, isLanguageAsked] = languageOf(request);
    return { language, isLanguageAsked, origin: app.config.publicUrl ?? ownOrigin(request) };
  };

  async function makePage(asked: Exclude<Asked, { page: 'problem' }>, reader: Reader): Promise<PageResponse> {
    const [build, view, bank] = await Promise.all([built(), app.site.view(), testBank(reader.origin)]);
    const { renderer, assets } = build;
    const site = siteOf(view, {
      ...ofProcess,
      testBank: bank,
      ...(await waysOf(app)),
    });
    const frameOf = (page: PageName): PageFrame => ({ site, ...reader, assets: assets[page] });
    const found = (page: PageName, render: (frame: PageFrame) => string, status = 200): PageResponse => {
      const frame = frameOf(page);
      return pageOf(status, frame, render(frame), { framesItself: page === 'dashboard' });
    };
    const orNone = <Data>(
      page: PageName,
      data: Data | undefined,
      render: (frame: PageFrame, known: Data) => string,
      none = renderer.noPage,
    ) => (data === undefined ? found('text', none, 404) : found(page, (frame) => render(frame, data)));
    switch (asked.page) {
      case 'dashboard':
      case 'account':
        return found(asked.page, renderer[asked.page]);
      case 'text': {
        const text = textOf(view, asked.name, keptForDays(app));
        return text ? found('text', (frame) => renderer.text(frame, text)) : found('text', renderer.noText, 404);
      }
      case 'home': {
        const { homeRaffleSlug: slug } = view.settings;
        const raffle = slug === null ? undefined : await raffles.bySlug(slug);
        if (raffle) return redirectTo(`/r/${raffle.raffle.slug}`);
        return orNone('shop', await shop.shop(shopAskedIn({})), renderer.shop);
      }
      case 'shop':
        return orNone('shop', await shop.shop(asked.asked), renderer.shop);
      case 'regulation': {
        const data = asked.version === undefined ? undefined : await raffles.regulation(asked.slug, asked.version);
        return data ? found('text', (frame) => renderer.regulation(frame, data)) : found('text', renderer.noPage, 404);
      }
      case 'messages': {
        const choices = (await askChoices({ token: asked.token }))?.messageChoices;
        const data = choices && { token: asked.token, wanted: choices.wanted, isSaved: asked.saved !== null };
        return orNone('text', data, renderer.messages);
      }
      case 'winners':
        return orNone('shop', await shop.winners(asked.after), renderer.winners);
      case 'order':
        return orNone('order', await orders.byToken(asked.token, asked.after), renderer.order, renderer.noOrder);
      case 'ticket':
        return orNone('order', await orders.numberByToken(asked.token, asked.number), renderer.ticket, renderer.noOrder);
      default: {
        const data = await raffles.bySlug(asked.slug);
        if (!data) return found('text', renderer.notFound, 404);
        return found(asked.page, (frame) =>
          asked.page === 'raffle' ? renderer.raffle(frame, data) : renderer.draw(frame, data),
        );
      }
    }
  }

  async function makeOrSayAway(asked: Asked, reader: Reader): Promise<PageResponse> {
    if (asked.page === 'problem') return problemPage(reader, asked);
    try {
      return await makePage(asked, reader);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
      return problemPage(reader, { status: 503, message: '' });
    }
  }

  /** For what names no bank and sells nothing. Without the database too. */
  async function plainFrame(reader: Reader) {
    const [{ renderer, assets }, view] = await Promise.all([built(), app.site.view()]);
    const site = siteOf(view, { ...ofProcess, testBank: null, ...NO_WAYS });
    return { renderer, frame: { site, ...reader, assets: assets.text } satisfies PageFrame };
  }

  async function problemPage(reader: Reader, { status, message }: Problem): Promise<PageResponse> {
    const { renderer, frame } = await plainFrame(reader);
    if (status === 404) return pageOf(404, frame, renderer.noPage(frame));
    if (status === 503) return pageOf(503, frame, renderer.unavailable(frame));
    return pageOf(status, frame, status < 500 ? renderer.refused(frame, message) : renderer.failed(frame));
  }

  const pages = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_PAGES,
    load: (key) => makeOrSayAway(...(JSON.parse(key) as [Asked, Reader])),
  });
  const send = async (request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> =>
    sendPage(reply, await pages.get(JSON.stringify([asked, readerOf(request)])));

  /** One person's: it is made for each request, kept nowhere, and found by no search engine. */
  const sendOrder = async (request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> => {
    countRequest(app, { reply, cost: ORDER_COST });
    reply.header('x-robots-tag', 'noindex');
    return sendPage(reply, await makeOrSayAway(asked, readerOf(request)), { isKept: false });
  };

  return {
    async mount(fastify) {
      const serve = (address: string, askedOf: (request: FastifyRequest) => Asked): void => {
        fastify.get(address, (request, reply) => send(request, reply, askedOf(request)));
      };
      const slugOf = ({ params }: FastifyRequest): string => (params as { slug: string }).slug;
      serve(SHOP.home, ({ query }) => {
        const asked = shopAskedIn(query);
        return asked.search || asked.categoryId || asked.part ? { page: 'shop', asked } : { page: 'home' };
      });
      serve(SHOP.list, ({ query }) => ({ page: 'shop', asked: shopAskedIn(query) }));
      serve(SHOP.winners, ({ query }) => ({ page: 'winners', after: cursorIn((query as { depois?: unknown }).depois) }));
      serve(`${MESSAGES}/:token`, ({ params, query }) => ({
        page: 'messages',
        token: (params as { token: string }).token,
        saved: cursorIn((query as { salvo?: unknown }).salvo),
      }));
      for (const address of [SHOP.account, `${SHOP.account}/*`]) serve(address, () => ({ page: 'account' }));
      serve('/r/:slug', (request) => ({ page: 'raffle', slug: slugOf(request) }));
      serve('/r/:slug/draw', (request) => ({ page: 'draw', slug: slugOf(request) }));
      fastify.get<{ Params: { token: string } }>(orderAddress(':token'), (request, reply) => {
        const { depois } = request.query as { depois?: unknown };
        return sendOrder(request, reply, { page: 'order', token: request.params.token, after: cursorIn(depois) });
      });
      fastify.get<{ Params: { token: string; number: string } }>(orderAddress(':token', ':number'), (request, reply) =>
        sendOrder(request, reply, { page: 'ticket', ...request.params }),
      );
      serve('/r/:slug/regulamento', (request) => ({
        page: 'regulation',
        slug: slugOf(request),
        version: versionIn(request.query),
      }));
      serve('/dashboard', () => ({ page: 'dashboard' }));
      serve('/dashboard/*', () => ({ page: 'dashboard' }));
      for (const [name, address] of Object.entries(TEXT_PAGES) as [TextPageName, string][])
        serve(address, () => ({ page: 'text', name }));
      mountCalendar(fastify, { app, raffles, readerOf });
      mountPictures(fastify, {
        app,
        raffles,
        orders,
        languageOf: (request) => languageOf(request)[0],
        async receiptOf(request, data, numbers) {
          const { renderer, frame } = await plainFrame(readerOf(request));
          return renderer.receipt(frame, data, numbers);
        },
      });
      mountSiteFiles(fastify, { app, shop, originOf: (request) => readerOf(request).origin });
      await mountAssets(fastify);
    },
    problemFor(request, reply, problem) {
      return isPerson(request) ? send(request, reply, { page: 'problem', ...problem }) : undefined;
    },
  };
}

function pageOf(status: number, { site, assets, origin }: PageFrame, html: string, { framesItself = false } = {}): PageResponse {
  const isSecure = origin.startsWith('https:');
  return createPageResponse(status, pageHeaders([assets.css, site.style], { isSecure, framesItself }), html);
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

/** A browser that opens an address asks for HTML before all else; a program takes anything, or JSON. */
function isPerson({ method, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return false;
  return new Negotiator({ headers: { accept: headers.accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

function languageOf({ query, headers }: FastifyRequest): [Language, isAsked: boolean] {
  // An address that cannot be decoded has none.
  const { lang } = (query ?? {}) as { lang?: unknown };
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
