import { useEffect, useState } from 'preact/hooks';
import { SaleChangesDocument, SaleDocument, type BarFragment, type SaleFragment } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useSubscription, useQuery, type QueryResult } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Columns, Stack } from '../../ui/layout.js';
import { Skeleton, Card, Problem } from '../../ui/surface.js';
import { useReloadOnChange } from './reload-on-change.js';
import { SaleBar, SaleStats } from './sale-stats.js';
import { SalesByDay } from './sales-by-day.js';
import { TopBuyers } from './top-buyers.js';

/**
 * A raffle's sale as it goes: its figures, its bar, its days and who buys most. `onChange` is told a text that is another one after each
 * change, for what else is to be asked anew then.
 */
export function RaffleFigures({ raffleId, onChange }: { raffleId: string; onChange?: (version: string) => void }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useSale(raffleId);
  const version = data && JSON.stringify(data.sale);
  useEffect(() => {
    if (version !== undefined) onChange?.(version);
  }, [version, onChange]);
  return (
    <Stack>
      <Problem problem={error} onRetry={reload} />
      <Columns>
        <Card title={t.today}>{data ? <SaleStats sale={data.sale} /> : <Skeleton lines={7} />}</Card>
        <Card title={t.sold}>{data ? <SaleBar sale={data.sale} bar={data.bar} /> : <Skeleton lines={7} />}</Card>
      </Columns>
      <SalesByDay raffleId={raffleId} version={version} />
      <TopBuyers raffleId={raffleId} version={version} />
    </Stack>
  );
}

const TEXTS = texts({ 'pt-BR': { today: 'Hoje', sold: 'Vendido' }, en: { today: 'Today', sold: 'Sold' } });

/** Polling where no stream comes through. */
const ASK_MS = 15_000;
const BAR_MS = 1_000;

interface Sale {
  sale: SaleFragment;
  bar: BarFragment;
}

/** The sale from the stream or from polling, whichever came last. */
function useSale(raffleId: string): QueryResult<Sale> {
  const client = useClient();
  const asked = useQuery(SaleDocument, { raffleId }, { everyMs: ASK_MS });
  const live = useSubscription(raffleId, (signal) => client.subscribe(SaleChangesDocument, { raffleId }, { signal })).value;
  const [sale, setSale] = useState<SaleFragment>();
  const askedSale = asked.data?.salesMetrics;
  const liveSale = live?.salesMetrics;
  useEffect(() => {
    if (askedSale) setSale(askedSale);
  }, [askedSale]);
  useEffect(() => {
    if (liveSale) setSale(liveSale);
  }, [liveSale]);
  // The stream does not have the bar.
  useReloadOnChange(liveSale, asked.reload, BAR_MS);
  const bar = asked.data?.sellBar;
  const data = sale?.raffleId === raffleId && bar ? { sale, bar } : undefined;
  return { ...asked, data };
}
