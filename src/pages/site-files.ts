import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../context.js';
import { REVALIDATED } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { SHOP } from '../addresses/shop-address.js';
import type { ShopPageReads } from './shop-pages.js';
import { iconOf, textOf } from './site.js';
import { TEXT_PAGES, type TextPageName } from '../addresses/text-pages.js';

const MAX_AGE_MS = 60_000;
/** What a search engine has no use for. */
const HIDDEN = ['/dashboard', SHOP.account, '/graphql', '/v1/', '/public/v1/'];

/** Files that browsers and search engines look for at the root of a site. */
export function mountSiteFiles(
  fastify: FastifyInstance,
  { app, shop, originOf }: { app: App; shop: ShopPageReads; originOf: (request: FastifyRequest) => string },
): void {
  const addresses = createReadThroughCache({ maxAgeMs: MAX_AGE_MS, maxKeys: 1, load: () => shop.addresses() });

  fastify.get('/robots.txt', async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...HIDDEN.map((path) => `Disallow: ${path}`),
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').header('cache-control', REVALIDATED.everybody).send(lines.join('\n'));
  });

  fastify.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request);
    const [view, raffles] = await Promise.all([app.site.view(), addresses.get('')]);
    const texts = (Object.keys(TEXT_PAGES) as TextPageName[]).filter((name) => textOf(view, name) !== undefined);
    const entries = [
      ...[SHOP.home, SHOP.winners, ...texts.map((name) => TEXT_PAGES[name])].map((path) => entryOf(`${origin}${path}`)),
      ...raffles.map(({ slug, updatedAt }) => entryOf(`${origin}/r/${slug}`, updatedAt)),
    ];
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
    return reply.type('application/xml; charset=utf-8').header('cache-control', REVALIDATED.everybody).send(xml);
  });

  fastify.get('/site.webmanifest', async (_request, reply) => {
    const { settings } = await app.site.view();
    const { siteName, color, logoUrl } = settings;
    const manifest = {
      name: siteName,
      short_name: siteName.slice(0, 30),
      start_url: SHOP.home,
      display: 'minimal-ui',
      background_color: '#f6f5f2',
      theme_color: color ?? '#0a6b4f',
      lang: 'pt-BR',
      icons: [{ src: iconOf(logoUrl), sizes: 'any' }],
    };
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', REVALIDATED.everybody)
      .send(JSON.stringify(manifest));
  });

  // Some browsers and messengers ask for it even where the HTML names an icon.
  fastify.get('/favicon.ico', async (_request, reply) => {
    const { settings } = await app.site.view();
    return reply.header('cache-control', REVALIDATED.everybody).redirect(iconOf(settings.logoUrl));
  });
}

const entryOf = (address: string, updatedAt?: string): string =>
  `<url><loc>${address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</loc>${updatedAt ? `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>` : ''}</url>`;
