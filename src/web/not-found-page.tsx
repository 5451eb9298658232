import { texts, useTexts } from './shared/language.js';
import { SiteHeader } from './shared/site-header.js';
import { Empty } from './ui/surface.js';

export function NotFoundPage({ site }: { site: { name: string; logoUrl: string | undefined } }) {
  const t = useTexts(TEXTS);
  return (
    <>
      <SiteHeader site={site} />
      <main id="main">
        <Empty>
          <h1>{t.title}</h1>
          <p>{t.text}</p>
        </Empty>
      </main>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Esta rifa não existe',
    text: 'Ela pode ter saído do ar, ou o endereço veio incompleto. Confira o link que você recebeu.',
  },
  en: {
    title: 'There is no such raffle',
    text: 'It may have been taken down, or the address is incomplete. Check the link that you were given.',
  },
});
