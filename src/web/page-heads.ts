import type { PageFrame, RaffleOfPage, TextPage } from '../pages/page-renderer.js';
import { sharedPicture } from '../pictures/picture-address.js';
import { formatsOf, texts } from './common/language.js';
import { TEXT_TITLES } from './common/site-frame.js';
import type { Head } from './document.js';

const LONGEST = 160;

export function raffleHead(raffle: RaffleOfPage, { site, language }: PageFrame): Head {
  const t = TEXTS[language];
  const { money } = formatsOf({ language, timeZone: site.timeZone });
  const price = Number(raffle.quotaPrice) === 0 ? t.free : raffle.showPrices ? t.price(money(raffle.quotaPrice)) : undefined;
  const about = raffle.subtitle ?? raffle.prizes[0]?.title ?? raffle.description;
  const description = [price, about?.replaceAll(/\s+/g, ' ')].filter(Boolean).join(' · ');
  return {
    title: `${raffle.title} · ${site.name}`,
    description: description.length > LONGEST ? `${description.slice(0, LONGEST - 1)}…` : description || raffle.title,
    path: `/r/${raffle.slug}`,
    ...ofRaffle(raffle),
  };
}

const ofRaffle = (raffle: RaffleOfPage) => ({
  imageUrl: sharedPicture(raffle.photoUrl),
  isPrivate: raffle.privacy === 'PRIVATE',
});

const TEXTS = texts({
  'pt-BR': { free: 'Grátis', price: (price: string) => `${price} por cota` },
  en: { free: 'Free', price: (price: string) => `${price} a quota` },
});

export function drawHead(raffle: RaffleOfPage, { site, language }: PageFrame): Head {
  const t = DRAW_TEXTS[language];
  return {
    title: `${t.title(raffle.title)} · ${site.name}`,
    description: t.description,
    path: `/r/${raffle.slug}/draw`,
    ...ofRaffle(raffle),
  };
}

const DRAW_TEXTS = texts({
  'pt-BR': {
    title: (raffle: string) => `Sorteio: ${raffle}`,
    description: 'Confira o sorteio no seu próprio navegador, passo a passo.',
  },
  en: { title: (raffle: string) => `The draw: ${raffle}`, description: 'Check the draw in your own browser, step by step.' },
});

export function textHead(page: TextPage, { site, language }: PageFrame): Head {
  const title = `${TEXT_TITLES[language][page.name]} · ${site.name}`;
  const text = page.name === 'faq' ? page.faqs.map(({ question }) => question).join(' ') : page.text;
  const words = [...text.replaceAll(/\s+/g, ' ').trim()];
  const description = words.length > LONGEST ? `${words.slice(0, LONGEST - 1).join('')}…` : words.join('');
  return { title, description: description || title, path: page.path };
}
