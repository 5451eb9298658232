import { useEffect, useState } from 'preact/hooks';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button, Toggle } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import { Skeleton, Card, Empty } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import css from './overview.module.css';
import { figureOf, MEASURES, nameOfStep, type Measure, type Step } from './sale-step.js';
import type { StepsPlot } from './steps-plot.js';
import type { Figures } from './use-sale-figures.js';

/** The hours of a day, or the days of a longer period. */
export function SaleSteps({ figures }: { figures: Figures | undefined }) {
  const t = useTexts(TEXTS);
  const [measure, setMeasure] = useState<Measure>('revenue');
  const [isTable, setIsTable] = useState(false);
  const { Plot, hasFailed } = usePlot();
  const steps = figures?.steps ?? [];
  const hasSales = steps.some(({ orders, before }) => orders > 0 || before.orders > 0);
  const options = MEASURES.map((value) => ({ value, label: t[value] }));
  return (
    <Card
      title={figures?.isByHour ? t.byHour : t.byDay}
      actions={
        <Row>
          {!isTable && <Toggle label={t.measure} value={measure} onValue={setMeasure} options={options} />}
          <Button small aria-pressed={isTable ? 'true' : 'false'} onClick={() => setIsTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </Button>
        </Row>
      }
    >
      {!figures && <Skeleton lines={11} />}
      {figures && !hasSales && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {figures && hasSales && (isTable || hasFailed) && <StepTable figures={figures} />}
      {figures && hasSales && !isTable && !hasFailed && (
        <div class={css.plotFrame}>
          {Plot ? <Plot key={String(figures.isByHour)} figures={figures} measure={measure} /> : <Skeleton lines={11} />}
        </div>
      )}
    </Card>
  );
}

/** The chart's code is loaded when there is data; without it there is the table. */
function usePlot(): { Plot: typeof StepsPlot | undefined; hasFailed: boolean } {
  const [Plot, setPlot] = useState<typeof StepsPlot>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    import('./steps-plot.js').then(
      (loaded) => setPlot(() => loaded.StepsPlot),
      () => setHasFailed(true),
    );
  }, []);
  return { Plot, hasFailed };
}

function StepTable({ figures: { steps, isByHour } }: { figures: Figures }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Table
      caption={t.table}
      rows={[...steps].reverse()}
      keyOf={({ begins }) => begins}
      columns={[
        { key: 'begins', head: isByHour ? t.hour : t.day, cell: ({ begins }) => nameOfStep(f, begins, isByHour) },
        ...MEASURES.map((measure) => ({
          key: measure,
          head: t[measure],
          isFigure: true,
          cell: (step: Step) => figureOf(f, step, measure),
        })),
        { key: 'before', head: t.before, isFigure: true, cell: ({ before }) => f.money(before.revenue) },
      ]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    byDay: 'Vendas por dia',
    byHour: 'Vendas por hora',
    table: 'Receita, cotas e pedidos, um a um',
    measure: 'O que mostrar',
    revenue: 'Receita',
    quotas: 'Cotas',
    orders: 'Pedidos',
    day: 'Dia',
    hour: 'Hora',
    before: 'Receita do período anterior',
    asTable: 'Ver como tabela',
    asChart: 'Ver como gráfico',
    none: 'Nenhuma venda neste período, nem no anterior.',
  },
  en: {
    byDay: 'Sales by day',
    byHour: 'Sales by hour',
    table: 'Revenue, quotas and orders, one by one',
    measure: 'What to show',
    revenue: 'Revenue',
    quotas: 'Quotas',
    orders: 'Orders',
    day: 'Day',
    hour: 'Hour',
    before: 'Revenue of the period before',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    none: 'No sales in this period, nor in the one before.',
  },
});
