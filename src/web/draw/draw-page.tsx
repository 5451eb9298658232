import { useCallback, useEffect, useState } from 'preact/hooks';
import type { DrawPageData, RaffleOfPage } from '../../pages/page-renderer.js';
import { QUICKNET } from '../../proof/chain.js';
import { BrokenPromise } from '../common/broken-promise.js';
import { CompositionWords } from '../common/composition.js';
import { texts, useTexts } from '../common/language.js';
import type { PageData } from '../common/page-data.js';
import { prizeTitles } from '../common/prize-titles.js';
import { BUYER_KEY, SessionProvider } from '../common/session.js';
import { ShopHeader } from '../common/site-frame.js';
import { useKeeping } from '../common/use-kept.js';
import { RaffleFooter } from '../raffle/raffle-footer.js';
import { ButtonLink } from '../ui/button.js';
import { Badge, Card, Problem } from '../ui/surface.js';
import { CheckCard } from './check/check-card.js';
import type { Published, Report } from './check/published.js';
import { VerdictNotice } from './check/verdict-notice.js';
import { Commitments } from './commitments.js';
import { DrawStatus } from './draw-status.js';
import { DrawSteps } from './draw-steps.js';
import css from './draw.module.css';
import { FrozenRecord } from './frozen-record.js';
import { LiveDraw } from './live-draw.js';
import { OwnOrders } from './own-orders.js';
import { useSeenManifestHash } from './seen-manifest-hash.js';
import { Timeline } from './timeline.js';
import { useDraw, useManifest, type Draw as DrawProof, type DrawPhase } from './use-draw.js';
import { VerifyElsewhere } from './verify-elsewhere.js';
import { WhatItProves } from './what-it-proves.js';
import { Winners } from './winners.js';

type Page = Omit<PageData<DrawPageData>, 'locale'>;

/** The draw of a raffle, recomputed in the visitor's own browser. */
export function DrawPage(page: Page) {
  return (
    <SessionProvider storageKey={BUYER_KEY}>
      <Draw {...page} />
    </SessionProvider>
  );
}

function Draw({ site, data: initial }: Page) {
  const t = useTexts(TEXTS);
  const { raffle, phase, draw, error, reload } = useDraw(initial);
  const [report, setReport] = useState<Report>();
  const hasManifest = phase === 'FROZEN' || phase === 'DRAWN';
  const manifest = useManifest(raffle.id, Boolean(draw?.manifestHash));
  const live = useLiveDraw(phase, raffle.drawMode === 'BEACON');
  const kept = useSeenManifestHash(raffle.id, draw);
  useKeeping(raffle.id, phase === 'DRAWN');
  const hasInstants = raffle.commitments.boxesHash !== null || raffle.commitments.quotaPrizesHash !== null;
  const published = draw && publishedOf(raffle, draw);
  const isPublicChain = (draw?.chainHash ?? initial.chainHash) === QUICKNET.hash;
  const steps = <DrawSteps raffle={raffle} draw={draw} phase={phase} isPublicChain={isPublicChain} />;
  return (
    <>
      <ShopHeader site={site}>
        <ButtonLink small href={`/r/${raffle.slug}`}>
          {t.toRaffle}
        </ButtonLink>
      </ShopHeader>
      <main id="main" class={css.main}>
        <div class={css.head}>
          <p role="status">
            <Badge tone={phase === 'DRAWN' ? 'good' : phase === 'CANCELLED' ? 'warn' : 'calm'}>{t.phase[phase]}</Badge>
          </p>
          <h1>{t.title(raffle.title)}</h1>
          {phase !== 'CANCELLED' && <p class={css.lead}>{t.lead[raffle.drawMode]}</p>}
          <CompositionWords of={raffle.sellBar?.composition} class={css.soft} />
          {draw?.proofUrl && <VerdictNotice report={report} />}
        </div>
        <div class={css.column}>
          <BrokenPromise raffle={raffle} />
          <Problem problem={error} onRetry={reload} />
          {phase === 'CANCELLED' && (
            <Card title={t.phase.CANCELLED}>
              <p>{t.cancelled}</p>
            </Card>
          )}
          {live.isHere && draw && manifest.data && <LiveDraw draw={draw} manifest={manifest.data} onShown={live.end} />}
          {phase === 'DRAWN' && draw && (!live.isHere || live.isOver || !manifest.data) && (
            <Winners
              draw={draw}
              prizes={Math.max(1, raffle.prizes.length)}
              instantWinnersAt={hasInstants ? `/r/${raffle.slug}` : null}
            />
          )}
          <DrawStatus raffle={raffle} draw={draw} phase={phase} onDue={reload} />
          {phase === 'DRAWN' && draw && !draw.proofUrl && (
            <Card title={t.proof}>
              <p role="status">{t.proofComes}</p>
            </Card>
          )}
          {draw?.proofUrl && published && <CheckCard proofUrl={draw.proofUrl} published={published} onReport={setReport} />}
          {phase !== 'CANCELLED' && <WhatItProves raffle={raffle} isPublicChain={isPublicChain} />}
          {manifest.data && <OwnOrders raffle={raffle} manifest={manifest.data} />}
          {!hasManifest && steps}
          {hasManifest && (
            <FrozenRecord
              raffleId={raffle.id}
              manifest={manifest.data}
              problem={manifest.error}
              onRetry={manifest.reload}
              kept={kept}
              dueAt={draw?.dueAt ?? null}
            />
          )}
          <Timeline raffleId={raffle.id} moved={`${phase} ${draw?.awaits} ${draw?.proofUrl}`} />
        </div>
        <div class={css.column}>
          {hasManifest && steps}
          <Commitments raffle={raffle} />
          {draw?.proofUrl && <VerifyElsewhere raffleId={raffle.id} />}
        </div>
      </main>
      <RaffleFooter site={site} raffle={raffle} />
    </>
  );
}

/** Whether the visitor was here before the round came, and whether all steps of the draw were shown since. */
function useLiveDraw(phase: DrawPhase, isByBeacon: boolean): { isHere: boolean; isOver: boolean; end(): void } {
  const [wasFrozen, setWasFrozen] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (phase === 'FROZEN' && isByBeacon) setWasFrozen(true);
  }, [phase, isByBeacon]);
  const end = useCallback(() => setOver(true), []);
  return { isHere: wasFrozen && phase === 'DRAWN', isOver, end };
}

function publishedOf(raffle: RaffleOfPage, draw: DrawProof): Published {
  const { id, secretHash, commitments } = raffle;
  return {
    raffleId: id,
    manifestHash: draw.manifestHash ?? '',
    secretHash,
    quotaPrizesHash: commitments.quotaPrizesHash,
    boxesHash: commitments.boxesHash,
    winners: draw.winners.map(({ position, luckyNumber }) => ({ position, luckyNumber })),
    results: draw.results,
    prizes: prizeTitles(raffle),
  };
}

const TEXTS = texts({
  'pt-BR': {
    title: (raffle: string) => `Sorteio: ${raffle}`,
    lead: {
      BEACON: 'Tudo o que decide quem ganha é publicado, e qualquer pessoa refaz a conta.',
      LOTERIA_FEDERAL:
        'Tudo o que decide quem ganha é publicado, e qualquer pessoa refaz a conta. Os cinco resultados são digitados: compare-os com os da Caixa.',
    },
    toRaffle: 'Ver a rifa',
    phase: {
      SELLING: 'Antes do sorteio',
      CLOSED: 'Vendas encerradas',
      FREEZING: 'Congelando',
      FROZEN: 'Congelada, esperando o sorteio',
      DRAWN: 'Sorteada',
      CANCELLED: 'Cancelada',
    },
    cancelled: 'Esta rifa foi cancelada: não há sorteio, e as compras pagas são devolvidas.',
    proof: 'A prova',
    proofComes: 'A prova está sendo escrita e aparece aqui em instantes.',
  },
  en: {
    title: (raffle: string) => `The draw: ${raffle}`,
    lead: {
      BEACON: 'All that decides who wins is published, and everybody can do the calculation again.',
      LOTERIA_FEDERAL:
        "All that decides who wins is published, and everybody can do the calculation again. The five results are typed in: compare them with the Caixa's.",
    },
    toRaffle: 'See the raffle',
    phase: {
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
