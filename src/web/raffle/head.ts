import type { PageFrame, RaffleOfPage } from '../../pages/page-renderer.js';
import { sharedPicture } from '../../pictures/picture-address.js';
import type { Head } from '../document.js';
import { formatsOf, texts } from '../common/language.js';

const LONGEST = 160;

/** What a link to the raffle looks like in a messenger: its price first. */
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
    imageUrl: sharedPicture(raffle.photoUrl),
    isPrivate: raffle.privacy === 'PRIVATE',
  };
}

const TEXTS = texts({
  'pt-BR': { free: 'Grátis', price: (price: string) => `${price} por cota` },
  en: { free: 'Free', price: (price: string) => `${price} a quota` },
});
