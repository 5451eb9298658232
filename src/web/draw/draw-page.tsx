import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { BUYER_KEY } from '../raffle/buyer.js';
import { SiteFooter } from '../raffle/site-footer.js';
import { SessionProvider } from '../common/gateway.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import type { PageData } from '../common/page-data.js';
import { SiteHeader } from '../common/site-header.js';
import { ButtonLink } from '../ui/button.js';
import { Badge, Card, Problem } from '../ui/surface.js';
import { CheckCard } from './check/check-card.js';
import { DrawSteps } from './draw-steps.js';
import css from './draw.module.css';
import { Elsewhere } from './elsewhere.js';
import { FrozenRecord } from './frozen-record.js';
import { useKeptHash } from './kept-hash.js';
import { Now } from './now.js';
import { OwnOrders } from './own-orders.js';
import { Promises } from './promises.js';
import { publishedOf } from './published-of.js';
import { useDraw } from './use-draw.js';
import { useManifest } from './use-manifest.js';
import { Winners } from './winners.js';

type Page = Omit<PageData<RaffleOfPage>, 'locale'>;

/** A raffle's draw for those who doubt: how it goes, how far it is, and the calculation done again in their own browser. */
export function DrawPage(page: Page) {
  return (
    <SessionProvider storageKey={BUYER_KEY}>
      <Draw {...page} />
    </SessionProvider>
  );
}

function Draw({ site, data: initial }: Page) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { raffle, stage, draw, error, reload } = useDraw(initial);
  const hasManifest = stage === 'FROZEN' || stage === 'DRAWN';
  const manifest = useManifest(raffle.id, Boolean(draw?.manifestHash));
  const kept = useKeptHash(raffle.id, draw);
  const published = draw && publishedOf(raffle, draw, kept);
  const steps = <DrawSteps raffle={raffle} draw={draw} stage={stage} />;
  return (
    <>
      <SiteHeader site={site} href={`/r/${raffle.slug}`}>
        <ButtonLink look="plain" small href={language === 'pt-BR' ? '?lang=en' : '?lang=pt-BR'} hreflang={t.otherCode}>
          {t.other}
        </ButtonLink>
        <ButtonLink small href={`/r/${raffle.slug}`}>
          {t.toRaffle}
        </ButtonLink>
      </SiteHeader>
      <main id="main" class={css.main}>
        <div class={css.head}>
          <p role="status">
            <Badge tone={stage === 'DRAWN' ? 'good' : stage === 'CANCELLED' ? 'warn' : 'calm'}>{t.stage[stage]}</Badge>
          </p>
          <h1>{t.title(raffle.title)}</h1>
          <p class={css.lead}>{t.lead}</p>
        </div>
        <div class={css.column}>
          <Problem problem={error} onRetry={reload} />
          {stage === 'CANCELLED' && (
            <Card title={t.stage.CANCELLED}>
              <p>{t.cancelled}</p>
            </Card>
          )}
          {stage === 'DRAWN' && <Winners draw={draw} prizes={Math.max(1, raffle.prizes.length)} />}
          <Now raffle={raffle} draw={draw} stage={stage} onDue={reload} />
          {stage === 'DRAWN' && draw && !draw.proofUrl && (
            <Card title={t.proof}>
              <p role="status">{t.proofComes}</p>
            </Card>
          )}
          {draw?.proofUrl && published && <CheckCard proofUrl={draw.proofUrl} published={published} />}
          {manifest.data && <OwnOrders raffle={raffle} manifest={manifest.data} />}
          {!hasManifest && steps}
          {hasManifest && (
            <FrozenRecord
              raffleId={raffle.id}
              manifest={manifest.data}
              problem={manifest.error}
              onRetry={manifest.reload}
              kept={kept}
            />
          )}
        </div>
        <div class={css.column}>
          {hasManifest && steps}
          <Promises raffle={raffle} />
          {draw?.proofUrl && <Elsewhere raffleId={raffle.id} />}
        </div>
      </main>
      <SiteFooter site={site} raffle={raffle} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: (raffle: string) => `Sorteio: ${raffle}`,
    lead: 'Ninguém precisa acreditar no organizador: tudo o que decide quem ganha é publicado, e qualquer pessoa refaz a conta.',
    toRaffle: 'Ver a rifa',
    other: 'English',
    otherCode: 'en',
    stage: {
      SELLING: 'Antes do sorteio',
      CLOSED: 'Vendas encerradas',
      FREEZING: 'Congelando',
      FROZEN: 'Congelada, esperando o sorteio',
      DRAWN: 'Sorteada',
      CANCELLED: 'Cancelada',
    },
    cancelled: 'Esta rifa foi cancelada: não há sorteio, e as compras pagas são reembolsadas.',
    proof: 'A prova',
    proofComes: 'A prova está sendo escrita e aparece aqui em instantes.',
  },
  en: {
    title: (raffle: string) => `The draw: ${raffle}`,
    lead: 'Nobody has to believe the organiser: all that decides who wins is published, and everybody can do the calculation again.',
    toRaffle: 'See the raffle',
    other: 'Português',
    otherCode: 'pt-BR',
    stage: {
      SELLING: 'Before the draw',
      CLOSED: 'Sales are over',
      FREEZING: 'Freezing',
      FROZEN: 'Frozen, waiting for the draw',
      DRAWN: 'Drawn',
      CANCELLED: 'Called off',
    },
    cancelled: 'This raffle was called off: there is no draw, and paid purchases are refunded.',
    proof: 'The proof',
    proofComes: 'The proof is being written and appears here in a moment.',
  },
});
