import type { PageFrame, RaffleOfPage } from '../../pages/page-renderer.js';
import { sharedPicture } from '../../pictures/picture-address.js';
import type { Head } from '../document.js';
import { texts } from '../common/language.js';

export function drawHead(raffle: RaffleOfPage, { site, language }: PageFrame): Head {
  const t = TEXTS[language];
  return {
    title: `${t.title(raffle.title)} · ${site.name}`,
    description: t.description,
    path: `/r/${raffle.slug}/draw`,
    imageUrl: sharedPicture(raffle.photoUrl),
    isPrivate: raffle.privacy === 'PRIVATE',
  };
}

const TEXTS = texts({
  'pt-BR': {
    title: (raffle: string) => `Sorteio: ${raffle}`,
    description: 'Confira o sorteio no seu próprio navegador, passo a passo.',
  },
  en: { title: (raffle: string) => `The draw: ${raffle}`, description: 'Check the draw in your own browser, step by step.' },
});
