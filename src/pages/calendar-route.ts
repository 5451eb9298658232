import type { FastifyInstance, FastifyRequest } from 'fastify';
import ical from 'ical-generator';
import { calendarAddress, raffleAddress } from '../addresses/shop-address.js';
import type { App } from '../context.js';
import { countRequest } from '../platform/http/count-request.js';
import { REVALIDATED, varyBy } from '../platform/http/send.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import type { Language } from './page-renderer.js';
import type { RafflePageReads } from './raffle-pages.js';

const TITLES: Record<Language, (raffle: string) => string> = {
  'pt-BR': (raffle) => `Sorteio: ${raffle}`,
  en: (raffle) => `Draw: ${raffle}`,
};
const MAX_AGE_MS = 10_000;
const MAX_KEYS = 200;
/** In the unit of documents. */
const SENT = 20;
const AHEAD: readonly string[] = ['SOON', 'OPEN', 'SOLD_OUT', 'CLOSED'];

/** The draw as an appointment (RFC 5545), while it is ahead. */
export function mountCalendar(
  fastify: FastifyInstance,
  {
    app,
    raffles,
    readerOf,
  }: { app: App; raffles: RafflePageReads; readerOf(request: FastifyRequest): { language: Language; origin: string } },
): void {
  const known = createReadThroughCache({ maxAgeMs: MAX_AGE_MS, maxKeys: MAX_KEYS, load: raffles.bySlug });
  fastify.get<{ Params: { slug: string } }>(calendarAddress(':slug'), async (request, reply) => {
    countRequest(app, { reply, cost: SENT });
    const { raffle } = (await known.get(request.params.slug)) ?? {};
    if (!raffle?.drawAt || !AHEAD.includes(raffle.status)) return reply.callNotFound();
    const { language, origin } = readerOf(request);
    const { id, title, slug, drawAt } = raffle;
    const calendar = ical({ prodId: '//raffle-gateway//draws//EN' });
    calendar.createEvent({
      id: `draw-${id}`,
      start: new Date(drawAt),
      summary: TITLES[language](title),
      url: `${origin}${raffleAddress(slug, language, { isDraw: true })}`,
    });
    varyBy(reply.header('cache-control', REVALIDATED.everybody), 'accept-language');
    reply.header('content-disposition', `attachment; filename="${slug}.ics"`);
    return reply.type('text/calendar; charset=utf-8').send(calendar.toString());
  });
}
