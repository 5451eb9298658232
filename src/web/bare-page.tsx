import { texts, useTexts } from './common/language.js';
import { SiteHeader } from './common/site-frame.js';
import { Empty } from './ui/surface.js';

export function BarePage({ site, why }: { site: { name: string; logoUrl: string | undefined }; why: keyof typeof WORDS }) {
  const t = useTexts(WORDS[why]);
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

const WORDS = {
  notFound: texts({
    'pt-BR': {
      title: 'Esta rifa não existe',
      text: 'Ela pode ter saído do ar, ou o endereço veio incompleto. Confira o link que você recebeu.',
    },
    en: {
      title: 'There is no such raffle',
      text: 'It may have been taken down, or the address is incomplete. Check the link that you were given.',
    },
  }),
  noText: texts({
    'pt-BR': { title: 'Não há nada aqui', text: 'Este texto não foi publicado, ou saiu do ar.' },
    en: { title: 'There is nothing here', text: 'This text was not published, or was taken down.' },
  }),
  unavailable: texts({
    'pt-BR': {
      title: 'Voltamos já',
      text: 'O serviço está indisponível neste momento. Recarregue a página em instantes: nada se perde.',
    },
    en: {
      title: 'We will be right back',
      text: 'The service is not available at this moment. Load the page again shortly: nothing is lost.',
    },
  }),
};
