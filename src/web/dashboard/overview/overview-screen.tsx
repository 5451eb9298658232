import { OverviewDocument } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { useSession } from '../../common/session.js';
import { Skeleton, Problem } from '../../ui/surface.js';
import { FirstSteps } from './first-steps.js';
import { LastOrders } from './last-orders.js';
import { NothingToWatch, RafflePicker, useWatchedRaffle } from './raffle-picker.js';
import { SaleFigures } from './sale-figures.js';
import { useSaleFigures } from './use-sale-figures.js';
import { WaitingWork } from './waiting-work.js';

const ASK_MS = 15_000;

export function OverviewScreen() {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(OverviewDocument, {}, { everyMs: ASK_MS });
  const watched = useWatchedRaffle();
  const sales = useSaleFigures(watched.id);
  const isOwner = useSession().person?.operatorRole === 'OWNER';
  return (
    <>
      <h1>{t.title}</h1>
      {isOwner && <FirstSteps version={sales.version} />}
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={4} />}
      {data && <WaitingWork badges={data.badges} onSeen={reload} />}
      {watched.id === undefined ? (
        <NothingToWatch watched={watched} />
      ) : (
        <SaleFigures key={watched.id} of={sales} picker={<RafflePicker watched={watched} />} />
      )}
      <LastOrders version={sales.version} />
    </>
  );
}

const TEXTS = texts({ 'pt-BR': { title: 'Visão geral' }, en: { title: 'Overview' } });
