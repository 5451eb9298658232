import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { RaffleSettingsDocument, type OperatorRole } from '../../../generated/client/operations.js';
import {
  auditLogRoles,
  duplicateRaffleRoles,
  ordersByRaffleRoles,
  raffleStatementRoles,
  updateRaffleRoles,
} from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { ButtonLink } from '../../ui/button.js';
import { Row, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Notice, Problem } from '../../ui/surface.js';
import { publicHref, RaffleStatusBadge } from '../raffles/raffle-status.js';
import { auditHref } from '../audit/audit-query.js';
import { useMay } from '../may.js';
import { BoxesTab } from './boxes/boxes-tab.js';
import type { TabProps } from './raffle-tab.js';
import { DrawTab } from './draw/draw-tab.js';
import { FiguresTab } from './figures/figures-tab.js';
import { PromotionsTab } from './promotions/promotions-tab.js';
import { QuotaPrizesTab } from './quota-prizes/quota-prizes-tab.js';
import css from './raffle.module.css';
import { DuplicateButton } from './duplicate-button.js';
import { SettingsTab } from './settings/settings-tab.js';
import { StatementTab } from './statement/statement-tab.js';
import { NewRaffle, StepsTab } from './steps/raffle-steps.js';

const SHOWN: Readonly<Record<Tab, ComponentType<TabProps>>> = {
  figures: FiguresTab,
  steps: StepsTab,
  settings: SettingsTab,
  promotions: PromotionsTab,
  boxes: BoxesTab,
  'quota-prizes': QuotaPrizesTab,
  draw: DrawTab,
  statement: StatementTab,
};

const ASK_EVERY_MS = 30_000;

/** `new`: the first step of a new raffle. */
export function RaffleScreen({ id = '', tab = 'figures' }: { id?: string; tab?: string }) {
  const t = useTexts(TEXTS);
  if (id !== 'new') return <ExistingRaffle key={id} id={id} tab={tab} />;
  return (
    <>
      <p>
        <a href="/dashboard/raffles">{t.all}</a>
      </p>
      <h1>{t.newRaffle}</h1>
      <NewRaffle />
    </>
  );
}

function ExistingRaffle({ id, tab }: { id: string; tab: string }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(RaffleSettingsDocument, { id }, { everyMs: ASK_EVERY_MS });
  const raffle = data?.raffle;
  const may = useMay();
  const shownTabs = TABS.filter((one) => may(rolesOf(one)) && (one !== 'steps' || raffle?.status === 'DRAFT'));
  const known = shownTabs.find((one) => one === tab);
  const tabs = useRef<HTMLElement>(null);
  const isThere = raffle !== undefined;
  // Narrow screens do not show all tabs.
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [known, isThere]);
  if (!raffle && !error && !data)
    return (
      <Card>
        <h1>
          <span class="visually-hidden">{t.loading}</span>
        </h1>
        <Skeleton lines={12} />
      </Card>
    );
  if (!raffle)
    return (
      <>
        <h1>{t.notThere}</h1>
        <Problem problem={error} onRetry={error?.code === 'NOT_FOUND' ? undefined : reload} />
        <p>
          <a href="/dashboard/raffles">{t.all}</a>
        </p>
      </>
    );
  const Shown = known && SHOWN[known];
  const page = publicHref(raffle);
  return (
    <>
      <div>
        <p>
          <a href="/dashboard/raffles">{t.all}</a>
        </p>
        <TitleRow>
          <h1 class={css.title}>{raffle.title}</h1>
          <Row>
            <RaffleStatusBadge status={raffle.status} />
            {page && (
              <ButtonLink small href={page} target="_blank">
                {t.page}
              </ButtonLink>
            )}
            {may(auditLogRoles) && (
              <ButtonLink small href={auditHref({ subjectType: 'raffle', subjectId: raffle.id })}>
                {t.audit}
              </ButtonLink>
            )}
            {may(duplicateRaffleRoles) && <DuplicateButton raffle={raffle} />}
          </Row>
        </TitleRow>
      </div>
      <nav ref={tabs} class={css.tabs} aria-label={t.parts}>
        <ul>
          {shownTabs.map((one) => (
            <li key={one}>
              <a
                href={`/dashboard/raffles/${id}${one === 'figures' ? '' : `/${one}`}`}
                aria-current={one === known ? 'page' : undefined}
              >
                {t.tabs[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {error && (
        <Notice tone="warn">
          <p>{t.stale}</p>
        </Notice>
      )}
      {Shown ? (
        <Shown raffle={raffle} reload={reload} />
      ) : (
        <Empty>
          <p>{t.noSuchPart}</p>
        </Empty>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    audit: 'Auditoria',
    all: '← Todas as rifas',
    newRaffle: 'Nova rifa',
    loading: 'Carregando a rifa',
    notThere: 'Não foi possível mostrar a rifa',
    page: 'Ver a página',
    parts: 'Partes da rifa',
    stale: 'Sem resposta do serviço agora: o que está aqui é de antes.',
    noSuchPart: 'Esta parte não existe.',
    tabs: {
      figures: 'Números',
      steps: 'Passo a passo',
      settings: 'Configurações',
      promotions: 'Promoções',
      boxes: 'Caixas',
      'quota-prizes': 'Cotas premiadas',
      draw: 'Sorteio',
      statement: 'Extrato',
    },
  },
  en: {
    audit: 'Audit log',
    all: '← All raffles',
    newRaffle: 'New raffle',
    loading: 'Loading the raffle',
    notThere: 'The raffle cannot be shown',
    page: 'See its page',
    parts: 'Parts of the raffle',
    stale: 'The service does not answer right now: what stands here is from before.',
    noSuchPart: 'There is no such part.',
    tabs: {
      figures: 'Figures',
      steps: 'Step by step',
      settings: 'Settings',
      promotions: 'Promotions',
      boxes: 'Boxes',
      'quota-prizes': 'Quota prizes',
      draw: 'Draw',
      statement: 'Statement',
    },
  },
});

/** As in the address; the first one has no name there. */
const TABS = ['figures', 'steps', 'settings', 'promotions', 'boxes', 'quota-prizes', 'draw', 'statement'] as const;

type Tab = (typeof TABS)[number];

function rolesOf(tab: Tab): readonly OperatorRole[] {
  if (tab === 'figures') return ordersByRaffleRoles;
  return tab === 'statement' ? raffleStatementRoles : updateRaffleRoles;
}
