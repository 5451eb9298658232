import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { orderPictureAddress, orderReceiptAddress } from '../addresses/order-address.js';
import { PREVIEW, rafflePreviewAddress } from '../addresses/preview-address.js';
import type { App } from '../context.js';
import { countRequest } from '../platform/http/count-request.js';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { companyOf } from '../platform/company.js';
import { ORDER_COST, type OrderPageReads } from './order-pages.js';
import { createPagePictures, type Picture, type SiteOfPicture } from './page-pictures.js';
import type { Language, OrderPageData, Receipt } from './page-renderer.js';
import type { RafflePageReads } from './raffle-pages.js';

const MAX_AGE_MS = 10_000;
const MAX_KEYS = 200;
/** Of a receipt. The page of the order has the rest. */
const MOST_PAGES_OF_NUMBERS = 10;
/** Of a picture that is kept, in the unit of documents. */
const SENT = 20;

/** The pictures that messengers show of our pages, and the picture and the file that a buyer keeps or sends on. */
export function mountPictures(
  fastify: FastifyInstance,
  {
    app,
    raffles,
    orders,
    languageOf,
    receiptOf,
  }: {
    app: App;
    raffles: RafflePageReads;
    orders: OrderPageReads;
    languageOf(request: FastifyRequest): Language;
    receiptOf(request: FastifyRequest, data: OrderPageData, numbers: readonly string[]): Promise<Receipt>;
  },
): void {
  const pictures = createPagePictures(app);
  const siteOf = async (): Promise<SiteOfPicture> => {
    const { settings } = await app.site.view();
    return { name: settings.siteName, color: settings.color, organiser: companyOf(settings) };
  };
  // The slug of the raffle, or nothing for the shop.
  const previews = createReadThroughCache<Picture | undefined>({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_KEYS,
    async load(key) {
      const [language, slug] = JSON.parse(key) as [Language, string | null];
      if (slug === null) return pictures.ofShop(await siteOf(), language);
      const found = await raffles.bySlug(slug);
      return found && pictures.ofRaffle(found.raffle, await siteOf(), language);
    },
  });

  const sendPreview = async (request: FastifyRequest, reply: FastifyReply, slug: string | null): Promise<FastifyReply> => {
    countRequest(app, { reply, cost: SENT });
    const picture = await previews.get(JSON.stringify([languageOf(request), slug]));
    if (!picture) return reply.callNotFound() as unknown as FastifyReply;
    const { bytes, etag } = picture;
    varyBy(reply.header('cache-control', REVALIDATED.everybody).header('etag', etag), 'accept-language');
    const known = request.headers['if-none-match'];
    if (known !== undefined && fresh({ 'if-none-match': known }, { etag })) return reply.code(304).send();
    return reply.type('image/jpeg').send(bytes);
  };

  fastify.get(PREVIEW, (request, reply) => sendPreview(request, reply, null));
  fastify.get<{ Params: { slug: string } }>(rafflePreviewAddress(':slug'), (request, reply) =>
    sendPreview(request, reply, request.params.slug),
  );
  fastify.get<{ Params: { token: string } }>(orderPictureAddress(':token'), async (request, reply) => {
    countRequest(app, { reply, cost: ORDER_COST });
    const found = await orders.byToken(request.params.token, null);
    if (!found) return reply.callNotFound();
    const bytes = await pictures.ofOrder(found.order, await siteOf(), languageOf(request));
    return reply.header('x-robots-tag', 'noindex').type('image/png').send(bytes);
  });
  fastify.get<{ Params: { token: string } }>(orderReceiptAddress(':token'), async (request, reply) => {
    countRequest(app, { reply, cost: ORDER_COST });
    const found = await orders.byToken(request.params.token, null);
    if (!found) return reply.callNotFound();
    const { quotaQuantity, luckyNumbers } = found.order;
    const aPage = luckyNumbers.nodes.length;
    const pages = aPage === 0 ? 1 : Math.min(MOST_PAGES_OF_NUMBERS, Math.ceil(quotaQuantity / aPage));
    if (pages > 1) countRequest(app, { reply, cost: (pages - 1) * ORDER_COST });
    const receipt = await receiptOf(request, found, await orders.numbersOf(found, pages));
    const bytes = await pictures.ofReceipt(receipt, await siteOf());
    reply.header('x-robots-tag', 'noindex').header('content-disposition', `inline; filename="pedido-${found.order.id}.pdf"`);
    return reply.type('application/pdf').send(bytes);
  });
}
