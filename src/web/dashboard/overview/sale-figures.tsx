import type { ComponentChildren } from 'preact';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Columns, Note, Stack } from '../../ui/layout.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { PERIOD_TEXTS, PeriodPicker } from './period-picker.js';
import { SaleFunnel } from './sale-funnel.js';
import { SaleSources } from './sale-sources.js';
import { SaleBar, SaleStanding, SaleStats } from './sale-stats.js';
import { SaleSteps } from './sale-steps.js';
import { TopBuyers } from './top-buyers.js';
import type { SaleFigures as Figures } from './use-sale-figures.js';

/** How sales go, all figures of one moment. `picker` chooses the raffle. */
export function SaleFigures({ of, picker }: { of: Figures; picker?: ComponentChildren }) {
  const t = useTexts(TEXTS);
  const periods = useTexts(PERIOD_TEXTS);
  const f = useFormats();
  const { figures, error, reload, asked, ask } = of;
  const isDayRefused = error?.fields.to !== undefined;
  return (
    <Stack>
      <PeriodPicker asked={asked} onAsk={ask} problems={error?.fields.to} picker={picker} />
      {!isDayRefused && <Problem problem={error} onRetry={reload} />}
      {figures && <Note>{t.at(f.exactTime(figures.at))}</Note>}
      <Columns>
        <Card title={periods[asked.period]}>{figures ? <SaleStats figures={figures} /> : <Skeleton lines={7} />}</Card>
        <Card title={t.standing}>
          {figures ? (
            <>
              <SaleBar figures={figures} />
              <SaleStanding figures={figures} />
            </>
          ) : (
            <Skeleton lines={7} />
          )}
        </Card>
      </Columns>
      <SaleSteps figures={figures} />
      <Columns>
        <Card title={t.placed(periods[asked.period])}>
          {figures ? <SaleFunnel orders={figures.placed} hasLinks={false} /> : <Skeleton lines={7} />}
        </Card>
        <Card title={t.orders}>
          {figures ? (
            <SaleFunnel orders={figures.standing.orders} hasLinks={figures.progress === null} />
          ) : (
            <Skeleton lines={7} />
          )}
        </Card>
      </Columns>
      {figures && <SaleSources title={t.sources(periods[asked.period])} sources={figures.sources} />}
      {figures?.progress && <TopBuyers figures={figures} />}
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    at: (time: string) => `Números das ${time}, todos do mesmo momento.`,
    standing: 'Desde o começo',
    placed: (period: string) => `Pedidos feitos: ${period}`,
    orders: 'Pedidos desde o começo',
    sources: (period: string) => `De onde vieram os pedidos feitos: ${period}`,
  },
  en: {
    at: (time: string) => `Figures as of ${time}, all of the same moment.`,
    standing: 'From the beginning',
    placed: (period: string) => `Orders placed: ${period}`,
    orders: 'Orders from the beginning',
    sources: (period: string) => `Where the orders placed came from: ${period}`,
  },
});
