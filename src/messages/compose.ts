import { SHOP, raffleAddress } from '../addresses/shop-address.js';
import { messagesAddress } from '../addresses/message-address.js';
import type { App } from '../context.js';
import { MessageKind } from '../generated/prisma/enums.js';
import { listNumbersOfOrder } from '../lucky-numbers/lucky-number.service.js';
import { shareUrlOf } from '../orders/order.service.js';
import { selectOrder } from '../orders/order.sql.js';
import { unseal } from '../platform/crypto.js';
import type { Language } from '../platform/language.js';
import { companyOf } from '../platform/company.js';
import { DEFAULT_TEXTS, FREE_ORDER_TEXT, type TextOfMessage } from './default-texts.js';
import { makeLetter, type LetterFrame } from './letter.js';
import type { Letter } from './mail.js';
import { factsOf, selectCodesSent, type ClaimedMessage, type MessageFacts } from './message.sql.js';
import { hashOfContact, optOutToken } from './opt-out-links.js';
import type { CodeToSend } from './write-messages.js';

const NUMBERS_SHOWN = 20;
/** To one address, which strangers may give to any number of accounts. */
const CODES_A_DAY = 20;
const COLOR = '#0a6b4f';

const WORDS = {
  'pt-BR': {
    quotas: (count: number) => (count === 1 ? '1 cota' : `${count.toLocaleString('pt-BR')} cotas`),
    numbers: (shown: string, more: number) =>
      `Seus números: ${shown}${more > 0 ? ` e mais ${more.toLocaleString('pt-BR')}` : ''}.`,
    later: 'Seus números aparecem na página do pedido em alguns segundos.',
    labels: {
      raffle: 'Ver a rifa',
      order: 'Ver o pedido e os números',
      pay: 'Pagar agora',
      draw: 'Ver o sorteio',
      prizes: 'Ver meus prêmios',
    },
    hello: 'cliente',
  },
  en: {
    quotas: (count: number) => (count === 1 ? '1 quota' : `${count.toLocaleString('en')} quotas`),
    numbers: (shown: string, more: number) =>
      `Your numbers: ${shown}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.`,
    later: 'Your numbers come to the page of the order within seconds.',
    labels: {
      raffle: 'See the raffle',
      order: 'See the order and its numbers',
      pay: 'Pay now',
      draw: 'See the draw',
      prizes: 'See my prizes',
    },
    hello: 'buyer',
  },
} as const;

export interface Composed {
  contact: string;
  language: Language;
  values: Readonly<Record<string, string>>;
  link: LetterFrame['link'];
  /** An order that cost nothing. */
  isFree?: boolean;
}

export const languageOfBuyer = (language: string | null): Language => (language === 'en' ? 'en' : 'pt-BR');

/** What a message says now. Undefined when nobody is to get it. */
export async function composeMessage(app: App, message: ClaimedMessage): Promise<Composed | undefined> {
  const { kind, channel, subject, userId, sealed } = message;
  const { settings } = await app.site.view();
  if (kind === 'CODE') {
    const { email, code, language } = JSON.parse(unseal(app.config.encryptionKeys, sealed!).toString()) as CodeToSend;
    const [sent] = await app.db.query(selectCodesSent, [hashOfContact(email)]);
    if (sent!.count >= CODES_A_DAY) return undefined;
    return { contact: email, language, values: { site: settings.siteName, code }, link: undefined };
  }
  const given = [subject, channel, kind, ...(kind === 'DRAW_SOON' ? [userId] : [])];
  const [facts] = await app.db.query(factsOf(kind, subject), given);
  if (!facts?.isWanted || facts.contact === null) return undefined;
  const language = languageOfBuyer(facts.language);
  const numbers = kind === 'ORDER_PAID' ? await numbersText(app, facts, language) : '';
  const values = valuesOf(facts, { language, timeZone: app.config.businessTimeZone, siteName: settings.siteName, numbers });
  const link = linkOf(app, kind, facts, language);
  return {
    contact: facts.contact,
    language,
    values: { ...values, link: link.url },
    link,
    isFree: kind === 'ORDER_PAID' && facts.total === 0n,
  };
}

async function numbersText(app: App, { orderId }: MessageFacts, language: Language): Promise<string> {
  const ctx = await app.contextFor({ requestId: 'message', clientAddress: '' });
  const [order] = await app.db.query(selectOrder, [orderId]);
  const page = order && (await listNumbersOfOrder(ctx, order, { first: NUMBERS_SHOWN }));
  const { numbers, later } = WORDS[language];
  if (!page || page.nodes.length === 0) return later;
  return numbers(page.nodes.join(', '), (await page.count()) - page.nodes.length);
}

function valuesOf(
  { name, raffle, orderId, quantity, total, expiresAt, drawAt, prize, lapsesAt }: MessageFacts,
  { language, timeZone, siteName, numbers }: { language: Language; timeZone: string; siteName: string; numbers: string },
): Record<string, string> {
  const { quotas, hello } = WORDS[language];
  const day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'short' });
  const clock = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' });
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  const amount = total === null ? '' : money.format(Number(total) / 100);
  return {
    name: name.trim().split(/\s+/)[0] ?? hello,
    site: siteName,
    raffle,
    order: orderId ?? '',
    quantity: quantity === null ? '' : quotas(quantity),
    total: amount,
    amount,
    numbers,
    until: expiresAt ? clock.format(expiresAt) : '',
    drawAt: drawAt ? moment.format(drawAt) : '',
    prize: prize ?? '',
    claimUntil: lapsesAt ? day.format(lapsesAt) : '',
  };
}

function linkOf(
  app: App,
  kind: MessageKind,
  { slug, orderId }: MessageFacts,
  language: Language,
): { url: string; label: string } {
  const { labels } = WORDS[language];
  const origin = app.address.origin();
  if (kind === 'PRIZE_WON' || kind === 'PRIZE_DELIVERED')
    return { url: `${origin}${SHOP.account}/premios`, label: labels.prizes };
  if (kind === 'DRAW_SOON') return { url: `${origin}${raffleAddress(slug, language, { isDraw: true })}`, label: labels.draw };
  if (kind === 'ORDER_PAID' && orderId !== null) return { url: shareUrlOf(app, orderId), label: labels.order };
  return { url: `${origin}${raffleAddress(slug, language)}`, label: kind === 'ORDER_EXPIRING' ? labels.pay : labels.raffle };
}

/** With the operator's own text, if there is one. */
export async function letterOf(app: App, { id, kind }: Pick<ClaimedMessage, 'id' | 'kind'>, composed: Composed): Promise<Letter> {
  const { contact, language, values, link, isFree } = composed;
  const text = (await ownText(app, kind, language)) ?? (isFree ? FREE_ORDER_TEXT : DEFAULT_TEXTS[kind])[language];
  const frame = await frameOf(app, language, link, kind === 'CODE' ? undefined : contact);
  return { ...makeLetter(text, values, frame), id, to: contact, unsubscribe: frame.unsubscribe };
}

export async function frameOf(
  app: App,
  language: Language,
  link: LetterFrame['link'],
  contact: string | undefined,
): Promise<LetterFrame> {
  const { settings } = await app.site.view();
  const { siteName, color } = settings;
  return {
    language,
    siteName,
    color: color ?? COLOR,
    company: companyOf(settings) || undefined,
    link,
    unsubscribe: contact === undefined ? undefined : `${app.address.origin()}${messagesAddress(optOutToken(app, contact))}`,
  };
}

async function ownText({ db }: App, kind: MessageKind, language: Language): Promise<TextOfMessage | null> {
  return db.prisma.messageText.findUnique({ where: { kind_language: { kind, language } } });
}
