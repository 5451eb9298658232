import { useState } from 'preact/hooks';
import { OverviewDocument } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { useSession } from '../../common/session.js';
import { Skeleton, Card, Problem } from '../../ui/surface.js';
import { FirstSteps } from './first-steps.js';
import { LastOrders } from './last-orders.js';
import { RafflePicker, useWatchedRaffle } from './raffle-picker.js';
import { RaffleFigures } from './raffle-figures.js';
import { useReloadOnChange } from './reload-on-change.js';
import { ShopFigures } from './shop-figures.js';
import { WaitingWork } from './waiting-work.js';

const ASK_MS = 15_000;
const FIGURES_MS = 5_000;

export function OverviewScreen() {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(OverviewDocument, {}, { everyMs: ASK_MS });
  const watched = useWatchedRaffle();
  const isOwner = useSession().person?.operatorRole === 'OWNER';
  const [version, setVersion] = useState<string>();
  useReloadOnChange(version, reload, FIGURES_MS);
  return (
    <>
      <h1>{t.title}</h1>
      {isOwner && <FirstSteps version={data?.generalMetrics.buyers} />}
      <Problem problem={error} onRetry={reload} />
      {!data && !error && (
        <>
          <Skeleton lines={4} />
          <Card title={t.shop}>
            <Skeleton lines={8} />
          </Card>
        </>
      )}
      {data && (
        <>
          <WaitingWork badges={data.badges} onSeen={reload} />
          <ShopFigures metrics={data.generalMetrics} />
        </>
      )}
      <RafflePicker watched={watched} />
      {watched.id && <RaffleFigures key={watched.id} raffleId={watched.id} onChange={setVersion} />}
      <LastOrders version={version} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Visão geral', shop: 'Todas as rifas' },
  en: { title: 'Overview', shop: 'All raffles' },
});
