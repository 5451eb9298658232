import { useEffect, useState } from 'preact/hooks';
import { SalesByDayDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Button, Toggle } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import css from './overview.module.css';
import { useReloadOnChange } from './reload-on-change.js';
import { figureOf, MEASURES, type Day, type Measure } from './sales-day.js';
import type { SalesPlot } from './sales-plot.js';

const AGAIN_MS = 3_000;
/** So that a new day appears. */
const ASK_MS = 60_000;

export function SalesByDay({ raffleId, version }: { raffleId: string; version: string | undefined }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(SalesByDayDocument, { raffleId }, { everyMs: ASK_MS });
  useReloadOnChange(version, reload, AGAIN_MS);
  const [measure, setMeasure] = useState<Measure>('revenue');
  const [isTable, setIsTable] = useState(false);
  const { Plot, hasFailed } = usePlot();
  const days = data?.salesByDay;
  const hasSales = days?.some(({ orders }) => orders > 0) ?? false;
  const options = MEASURES.map((value) => ({ value, label: t[value] }));
  return (
    <Card
      title={t.title}
      actions={
        <Row>
          {!isTable && <Toggle label={t.measure} value={measure} onValue={setMeasure} options={options} />}
          <Button small aria-pressed={isTable ? 'true' : 'false'} onClick={() => setIsTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </Button>
        </Row>
      }
    >
      <Problem problem={error} onRetry={reload} />
      {!days && !error && <Skeleton lines={11} />}
      {days && !hasSales && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {days && hasSales && (isTable || hasFailed) && <DayTable days={days} />}
      {days && hasSales && !isTable && !hasFailed && (
        <div class={css.plotFrame}>{Plot ? <Plot days={days} measure={measure} /> : <Skeleton lines={11} />}</div>
      )}
    </Card>
  );
}

/** The chart's code is loaded when there is data; without it there is the table. */
function usePlot(): { Plot: typeof SalesPlot | undefined; hasFailed: boolean } {
  const [Plot, setPlot] = useState<typeof SalesPlot>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    import('./sales-plot.js').then(
      (loaded) => setPlot(() => loaded.SalesPlot),
      () => setHasFailed(true),
    );
  }, []);
  return { Plot, hasFailed };
}

function DayTable({ days }: { days: readonly Day[] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Table
      caption={t.table}
      rows={[...days].reverse()}
      keyOf={({ day }) => day}
      columns={[
        { key: 'day', head: t.day, cell: ({ day }) => f.day(day) },
        ...MEASURES.map((measure) => ({
          key: measure,
          head: t[measure],
          isFigure: true,
          cell: (day: Day) => figureOf(f, day, measure),
        })),
      ]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Vendas por dia',
    table: 'Receita, cotas e pedidos por dia',
    measure: 'O que mostrar',
    revenue: 'Receita',
    quotas: 'Cotas',
    orders: 'Pedidos',
    day: 'Dia',
    asTable: 'Ver como tabela',
    asChart: 'Ver como gráfico',
    none: 'Nenhuma venda nos últimos 30 dias.',
  },
  en: {
    title: 'Sales by day',
    table: 'Revenue, quotas and orders by day',
    measure: 'What to show',
    revenue: 'Revenue',
    quotas: 'Quotas',
    orders: 'Orders',
    day: 'Day',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    none: 'No sales in the last 30 days.',
  },
});
