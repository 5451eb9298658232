import './design/base.css';
import type { PageFrame, PageRenderer } from '../pages/page-renderer.js';
import { texts, useTexts } from './common/language.js';
import { SiteHeader } from './common/site-frame.js';
import { DashboardShell } from './dashboard/dashboard-page.js';
import { documentOf } from './document.js';
import { DrawPage } from './draw/draw-page.js';
import { drawHead, raffleHead, textHead } from './page-heads.js';
import { RafflePage } from './raffle/raffle-page.js';
import { TextPage } from './text/text-page.js';
import { Empty } from './ui/surface.js';

const renderer: PageRenderer = {
  raffle: (frame, data) => documentOf(frame, raffleHead(data, frame), data, <RafflePage site={frame.site} data={data} />),
  draw(frame, { raffle, draw: drawn, chainHash }) {
    const data = { raffle, draw: drawn, chainHash };
    return documentOf(frame, drawHead(data, frame), data, <DrawPage site={frame.site} data={data} />);
  },
  dashboard: (frame) => documentOf(frame, privateHead(frame, '/dashboard'), null, <DashboardShell site={frame.site} />),
  text: (frame, page) =>
    documentOf(withoutScript(frame), textHead(page, frame), null, <TextPage site={frame.site} page={page} />),
  notFound: (frame) => bare(frame, 'notFound'),
  noText: (frame) => bare(frame, 'noText'),
  unavailable: (frame) => bare(frame, 'unavailable'),
};

const withoutScript = (frame: PageFrame): PageFrame => ({
  ...frame,
  assets: { ...frame.assets, script: undefined, preloads: [] },
});
const privateHead = ({ site: { name } }: PageFrame, path: string) => ({ title: name, description: name, path, isPrivate: true });

const bare = (frame: PageFrame, why: 'notFound' | 'noText' | 'unavailable') =>
  documentOf(withoutScript(frame), privateHead(frame, '/'), null, <BarePage site={frame.site} why={why} />);

export const { raffle, draw, dashboard, text, notFound, noText, unavailable } = renderer;

function BarePage({ site, why }: { site: { name: string; logoUrl: string | undefined }; why: keyof typeof WORDS }) {
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
