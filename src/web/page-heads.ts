import type {
  DrawPageData,
  NumberPageData,
  OrderPageData,
  PageFrame,
  RaffleOfPage,
  RegulationPageData,
  ShopPageData,
  TextPage,
} from '../pages/page-renderer.js';
import { ORDER_PICTURE, orderAddress, orderPictureAddress } from '../addresses/order-address.js';
import { PREVIEW, rafflePreviewAddress } from '../addresses/preview-address.js';
import { SHOP, shopAddress } from '../addresses/shop-address.js';
import { OPEN_GRAPH, sharedPicture, uploadedPicture } from '../addresses/picture-address.js';
import { formatsOf, texts, type Language } from './common/language.js';
import { TEXT_TITLES } from './common/site-frame.js';
import type { Head } from './document.js';
import { WINNERS_TEXTS } from './shop/winners-page.js';
import { REGULATION_TITLES } from './text/regulation-page.js';

const LONGEST = 160;

export function raffleHead({ raffle, draw }: DrawPageData, { site, language, origin }: PageFrame): Head {
  const t = TEXTS[language];
  const { money } = formatsOf({ language, timeZone: site.timeZone });
  const price = Number(raffle.quotaPrice) === 0 ? t.free : raffle.showPrices ? t.price(money(raffle.quotaPrice)) : undefined;
  const about = raffle.subtitle ?? raffle.prizes[0]?.title ?? raffle.description;
  const offer = [price, about].filter(Boolean).join(' · ');
  return {
    title: `${raffle.title} · ${site.name}`,
    description: shortened(resultOf(draw, language) ?? (offer || raffle.title)),
    path: `/r/${raffle.slug}`,
    ...ofRaffle(raffle, language),
    ...(raffle.privacy === 'PUBLIC' && { structured: eventOf(raffle, { site, origin }) }),
  };
}

/** Undefined before the draw. */
function resultOf(draw: DrawPageData['draw'], language: Language): string | undefined {
  if (draw?.status !== 'DRAWN') return undefined;
  const t = DRAWN_TEXTS[language];
  const winners = draw.winners.map(({ prize, luckyNumber, winnerName }) => t.winner(prize, luckyNumber, winnerName));
  return `${t.drawn} ${winners.join(' · ') || t.nobody}`;
}

function shortened(text: string): string {
  // Money keeps its unbreakable space.
  const words = [...text.replaceAll(/[^\S\u00a0]+/g, ' ').trim()];
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1).join('')}…` : words.join('');
}

const DRAWN_TEXTS = texts({
  'pt-BR': {
    drawn: 'Sorteada.',
    winner: (prize: string, luckyNumber: string, name: string) => `${prize}: número ${luckyNumber}, ${name}`,
    nobody: 'Ninguém ganhou.',
  },
  en: {
    drawn: 'Drawn.',
    winner: (prize: string, luckyNumber: string, name: string) => `${prize}: number ${luckyNumber}, ${name}`,
    nobody: 'Nobody won.',
  },
});

const ofRaffle = (raffle: RaffleOfPage, language: Language) => ({
  ...previewOf(raffle, language),
  isPrivate: raffle.privacy === 'PRIVATE',
});

/** A picture that we draw: photo, title, price and date. We do not read a photo from elsewhere: it is shown as it is. */
function previewOf(
  { slug, photoUrl }: Pick<RaffleOfPage, 'slug' | 'photoUrl'>,
  language: Language,
): Pick<Head, 'imageUrl' | 'imageSize'> {
  if (photoUrl !== null && !uploadedPicture(photoUrl)) return { imageUrl: photoUrl };
  return { imageUrl: shopAddress(rafflePreviewAddress(slug), {}, language), imageSize: OPEN_GRAPH };
}

const TEXTS = texts({
  'pt-BR': { free: 'Grátis', price: (price: string) => `${price} por cota` },
  en: { free: 'Free', price: (price: string) => `${price} a quota` },
});

export function drawHead({ raffle, draw }: DrawPageData, { site, language }: PageFrame): Head {
  const t = DRAW_TEXTS[language];
  return {
    title: `${t.title(raffle.title)} · ${site.name}`,
    description: shortened(resultOf(draw, language) ?? t.description),
    path: `/r/${raffle.slug}/draw`,
    ...ofRaffle(raffle, language),
  };
}

const DRAW_TEXTS = texts({
  'pt-BR': {
    title: (raffle: string) => `Sorteio: ${raffle}`,
    description: 'Confira o sorteio no seu próprio navegador, passo a passo.',
  },
  en: { title: (raffle: string) => `The draw: ${raffle}`, description: 'Check the draw in your own browser, step by step.' },
});

export function regulationHead({ raffle, regulation }: RegulationPageData, { site, language }: PageFrame): Head {
  const title = REGULATION_TITLES[language](raffle.title);
  return {
    title: `${title} · ${site.name}`,
    description: shortened(regulation.text),
    path: `/r/${raffle.slug}/regulamento`,
    // A search engine has the last version of a public one.
    isPrivate: raffle.privacy !== 'PUBLIC' || regulation.version !== regulation.lastVersion,
  };
}

/** https://schema.org/Event, as search engines read it: the draw, and what a quota costs. */
function eventOf(raffle: RaffleOfPage, { site, origin }: Pick<PageFrame, 'site' | 'origin'>): object {
  const { title, slug, status, startsAt, endsAt, drawAt, quotaPrice, showPrices } = raffle;
  const url = `${origin}/r/${slug}`;
  const image = sharedPicture(raffle.photoUrl);
  const isSoldOut = status !== 'OPEN' && status !== 'SOON';
  return {
    '@context': 'https://schema.org',
    '@type': drawAt ? 'Event' : 'Product',
    name: title,
    url,
    description: shortened(raffle.subtitle ?? raffle.description ?? title),
    ...(image !== undefined && { image: [URL.canParse(image) ? image : `${origin}${image}`] }),
    ...(drawAt && {
      startDate: drawAt,
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      eventStatus: `https://schema.org/Event${status === 'CANCELLED' ? 'Cancelled' : 'Scheduled'}`,
      location: { '@type': 'VirtualLocation', url: `${url}/draw` },
      organizer: { '@type': 'Organization', name: site.name, url: `${origin}${SHOP.home}` },
    }),
    ...(showPrices && {
      offers: {
        '@type': 'Offer',
        url,
        price: quotaPrice,
        priceCurrency: 'BRL',
        availability: `https://schema.org/${isSoldOut ? 'SoldOut' : status === 'SOON' ? 'PreOrder' : 'InStock'}`,
        ...(startsAt && { validFrom: startsAt }),
        ...(endsAt && { validThrough: endsAt }),
      },
    }),
  };
}

export function shopHead({ search, categoryId, part, sections, highlighted }: ShopPageData, { site, language }: PageFrame): Head {
  const titles = [highlighted, ...sections.flatMap(({ raffles }) => raffles)].flatMap((raffle) => raffle?.title ?? []);
  return {
    title: site.name,
    description: shortened([LEADS[language], ...titles].join(' · ')),
    path: SHOP.home,
    ...(highlighted ? previewOf(highlighted, language) : { imageUrl: shopAddress(PREVIEW, {}, language), imageSize: OPEN_GRAPH }),
    // A search engine has the raffles themselves.
    isPrivate: search !== null || categoryId !== null || part !== null,
  };
}

export function winnersHead({ site, language }: PageFrame, { isFirst }: { isFirst: boolean }): Head {
  const { title, lead } = WINNERS_TEXTS[language];
  return { title: `${title} · ${site.name}`, description: lead, path: SHOP.winners, isPrivate: !isFirst };
}

const LEADS = texts({
  'pt-BR': 'Rifas com sorteio que qualquer pessoa confere',
  en: 'Raffles with a draw that anybody can check',
});

export function textHead(page: TextPage, { site, language }: PageFrame): Head {
  const title = `${TEXT_TITLES[language][page.name]} · ${site.name}`;
  const text = page.name === 'faq' ? page.faqs.map(({ question }) => question).join(' ') : page.text;
  return { title, description: shortened(text) || title, path: page.path };
}

export function orderHead({ token, order }: OrderPageData, { site, language }: PageFrame): Head {
  const t = ORDER_TEXTS[language];
  return {
    title: [t.title(order.buyerName), order.raffle?.title, site.name].filter(Boolean).join(' · '),
    description: t.description(order.quotaQuantity),
    path: orderAddress(token),
    imageUrl: shopAddress(orderPictureAddress(token), {}, language),
    imageSize: ORDER_PICTURE,
    isUnlisted: true,
  };
}

export function numberHead({ token, ticket }: NumberPageData, { site, language }: PageFrame): Head {
  const t = ORDER_TEXTS[language];
  const { order } = ticket;
  return {
    title: [t.number(ticket.number), order.raffle?.title, site.name].filter(Boolean).join(' · '),
    description: t.title(order.buyerName),
    path: orderAddress(token, ticket.number),
    imageUrl: shopAddress(orderPictureAddress(token), {}, language),
    imageSize: ORDER_PICTURE,
    isUnlisted: true,
  };
}

const ORDER_TEXTS = texts({
  'pt-BR': {
    title: (name: string) => `Pedido de ${name}`,
    number: (number: string) => `Número ${number}`,
    description: (count: number) => (count === 1 ? '1 número da sorte' : `${count} números da sorte`),
  },
  en: {
    title: (name: string) => `Order of ${name}`,
    number: (number: string) => `Number ${number}`,
    description: (count: number) => (count === 1 ? '1 lucky number' : `${count} lucky numbers`),
  },
});
