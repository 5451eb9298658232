import { useEffect } from 'preact/hooks';
import { texts, useTexts } from '../../common/language.js';
import { Columns, Stack } from '../../ui/layout.js';
import { Bones, Card, Problem } from '../../ui/surface.js';
import { SaleBar } from './sale-bar.js';
import { SaleStats } from './sale-stats.js';
import { SalesByDay } from './sales-by-day.js';
import { TopBuyers } from './top-buyers.js';
import { useSale } from './use-sale.js';

/**
 * A raffle's sale as it goes: its figures, its bar, its days and who buys most. `onChange` is told a text that is another one after each
 * change, for what else is to be asked anew then.
 */
export function RaffleFigures({ raffleId, onChange }: { raffleId: string; onChange?: (sign: string) => void }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useSale(raffleId);
  const sign = data && JSON.stringify(data.sale);
  useEffect(() => {
    if (sign !== undefined) onChange?.(sign);
  }, [sign, onChange]);
  return (
    <Stack>
      <Problem problem={error} onRetry={reload} />
      <Columns>
        <Card title={t.today}>{data ? <SaleStats sale={data.sale} /> : <Bones lines={7} />}</Card>
        <Card title={t.sold}>{data ? <SaleBar sale={data.sale} bar={data.bar} /> : <Bones lines={7} />}</Card>
      </Columns>
      <SalesByDay raffleId={raffleId} sign={sign} />
      <TopBuyers raffleId={raffleId} sign={sign} />
    </Stack>
  );
}

const TEXTS = texts({ 'pt-BR': { today: 'Hoje', sold: 'Vendido' }, en: { today: 'Today', sold: 'Sold' } });
