import './design/base.css';
import type { PageFrame, PageRenderer, SiteOfPage } from '../pages/page-renderer.js';
import { messagesAddress } from '../addresses/message-address.js';
import { SHOP, shopAddress } from '../addresses/shop-address.js';
import { texts, useLanguage, useTexts } from './common/language.js';
import { ShopHeader, SiteFooter } from './common/site-frame.js';
import { DashboardShell } from './dashboard/dashboard-page.js';
import { documentOf } from './document.js';
import { NumberPage } from './order/number-page.js';
import { OrderPage } from './order/order-page.js';
import { receiptOf } from './order/receipt.js';
import { DrawPage } from './draw/draw-page.js';
import { drawHead, numberHead, orderHead, raffleHead, regulationHead, shopHead, textHead, winnersHead } from './page-heads.js';
import { AccountShell } from './account/account-page.js';
import { RafflePage } from './raffle/raffle-page.js';
import { ShopPage } from './shop/shop-page.js';
import { WinnersPage } from './shop/winners-page.js';
import { RegulationPage } from './text/regulation-page.js';
import { MESSAGES_TEXTS, MessagesPage } from './text/messages-page.js';
import { TextPage } from './text/text-page.js';
import { ButtonLink } from './ui/button.js';
import { Empty } from './ui/surface.js';

const renderer: PageRenderer = {
  shop: (frame, data) =>
    documentOf(withoutScript(frame), shopHead(data, frame), null, <ShopPage site={frame.site} data={data} />),
  winners: (frame, data) =>
    documentOf(withoutScript(frame), winnersHead(frame, data), null, <WinnersPage site={frame.site} data={data} />),
  account: (frame) => documentOf(frame, privateHead(frame, SHOP.account), null, <AccountShell site={frame.site} />),
  raffle: (frame, data) => documentOf(frame, raffleHead(data, frame), data, <RafflePage site={frame.site} data={data} />),
  draw(frame, { raffle, draw: drawn, chainHash }) {
    const data = { raffle, draw: drawn, chainHash };
    return documentOf(frame, drawHead(data, frame), data, <DrawPage site={frame.site} data={data} />);
  },
  order: (frame, data) => documentOf(frame, orderHead(data, frame), data, <OrderPage site={frame.site} data={data} />),
  receipt: receiptOf,
  ticket: (frame, data) =>
    documentOf(withoutScript(frame), numberHead(data, frame), null, <NumberPage site={frame.site} data={data} />),
  regulation: (frame, data) =>
    documentOf(withoutScript(frame), regulationHead(data, frame), null, <RegulationPage site={frame.site} data={data} />),
  dashboard: (frame) => documentOf(frame, privateHead(frame, '/dashboard'), null, <DashboardShell site={frame.site} />),
  text: (frame, page) =>
    documentOf(withoutScript(frame), textHead(page, frame), null, <TextPage site={frame.site} page={page} />),
  messages(frame, data) {
    const { title } = MESSAGES_TEXTS[frame.language];
    const head = {
      title: `${title} · ${frame.site.name}`,
      description: title,
      path: messagesAddress(data.token),
      isPrivate: true,
    };
    return documentOf(withoutScript(frame), head, null, <MessagesPage site={frame.site} data={data} />);
  },
  notFound: (frame) => bare(frame, 'notFound'),
  noOrder: (frame) => bare(frame, 'noOrder'),
  noText: (frame) => bare(frame, 'noText'),
  noPage: (frame) => bare(frame, 'noPage'),
  failed: (frame) => bare(frame, 'failed'),
  refused: (frame, message) => bare(frame, 'refused', message),
  unavailable: (frame) => bare(frame, 'unavailable'),
};

const withoutScript = (frame: PageFrame): PageFrame => ({
  ...frame,
  assets: { ...frame.assets, script: undefined, preloads: [] },
});
const privateHead = ({ site: { name } }: PageFrame, path: string) => ({ title: name, description: name, path, isPrivate: true });

const bare = (frame: PageFrame, why: keyof typeof WORDS, message?: string) =>
  documentOf(withoutScript(frame), privateHead(frame, '/'), null, <BarePage site={frame.site} why={why} message={message} />);

export const {
  shop,
  winners,
  account,
  raffle,
  draw,
  order,
  receipt,
  ticket,
  regulation,
  dashboard,
  text,
  messages,
  notFound,
  noOrder,
  noText,
  noPage,
  failed,
  refused,
  unavailable,
} = renderer;

interface BareProps {
  site: SiteOfPage;
  why: keyof typeof WORDS;
  /** What the service says. */
  message: string | undefined;
}

function BarePage({ site, why, message }: BareProps) {
  const t = useTexts(WORDS[why]);
  const { toShop } = useTexts(BARE_TEXTS);
  const language = useLanguage();
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" tabIndex={-1}>
        <Empty>
          <h1>{t.title}</h1>
          <p>{message ?? t.text}</p>
          {why !== 'unavailable' && (
            <ButtonLink variant="primary" href={shopAddress(SHOP.home, {}, language)}>
              {toShop}
            </ButtonLink>
          )}
        </Empty>
      </main>
      <SiteFooter site={site} />
    </>
  );
}

const BARE_TEXTS = texts({ 'pt-BR': { toShop: 'Ver as rifas' }, en: { toShop: 'See the raffles' } });

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
  noOrder: texts({
    'pt-BR': {
      title: 'Este pedido não existe',
      text: 'O link pode ter vindo incompleto, ou a página saiu do ar. Peça o link de novo a quem o enviou.',
    },
    en: {
      title: 'There is no such order',
      text: 'The link may be incomplete, or the page has ended. Ask who sent the link for it again.',
    },
  }),
  noText: texts({
    'pt-BR': { title: 'Não há nada aqui', text: 'Este texto não foi publicado, ou saiu do ar.' },
    en: { title: 'There is nothing here', text: 'This text was not published, or was taken down.' },
  }),
  noPage: texts({
    'pt-BR': { title: 'Esta página não existe', text: 'Confira o endereço, ou comece pelas rifas.' },
    en: { title: 'There is no such page', text: 'Check the address, or begin with the raffles.' },
  }),
  refused: texts({
    'pt-BR': { title: 'Não foi possível abrir esta página', text: 'Confira o endereço e tente de novo.' },
    en: { title: 'This page cannot be opened', text: 'Check the address and try again.' },
  }),
  failed: texts({
    'pt-BR': { title: 'Algo deu errado', text: 'A falha foi registrada. Recarregue a página em instantes.' },
    en: { title: 'Something went wrong', text: 'The failure was recorded. Load the page again shortly.' },
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
