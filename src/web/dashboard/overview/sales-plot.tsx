import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { texts, useFormats, useLanguage, useTexts, type Formats } from '../../common/language.js';
import css from './overview.module.css';
import { figureOf, type Day, type Measure } from './sales-day.js';

/** The day under the pointer, or chosen by arrow keys, is described below the chart. */
export function SalesPlot({ days, measure }: { days: readonly Day[]; measure: Measure }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const language = useLanguage();
  const short = useMemo(() => new Intl.NumberFormat(language, { notation: 'compact' }), [language]);
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const [chosen, setChosen] = useState<number>();
  const shown = useRef({ days, f, short });
  shown.current = { days, f, short };

  useEffect(() => {
    const target = frame.current;
    if (!target) return undefined;
    const made = new UPlot(
      plotOptions(target, () => shown.current, setChosen),
      dataOf(days, measure),
      target,
    );
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: target.clientWidth, height: target.clientHeight }));
    sizes.observe(target);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => made.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      sizes.disconnect();
      made.destroy();
    };
    // The chart is created once; changes go to it below.
  }, []);
  useEffect(() => plot.current?.setData(dataOf(days, measure)), [days, measure]);

  const at = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[at];
  const move = (by: number): void => setChosen(Math.max(0, Math.min(days.length - 1, at + by)));
  return (
    <>
      <div
        ref={frame}
        class={css.plot}
        role="img"
        tabIndex={0}
        aria-label={t.label(t[measure], days.length)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(by);
        }}
        onMouseLeave={() => setChosen(undefined)}
      />
      <p class={css.readout} aria-live={chosen === undefined ? 'off' : 'polite'}>
        {day && (
          <>
            <strong>{f.day(day.day)}</strong>: {figureOf(f, day, 'revenue')} · {t.quotasOf(figureOf(f, day, 'quotas'))} ·{' '}
            {t.ordersOf(figureOf(f, day, 'orders'))}
          </>
        )}
      </p>
    </>
  );
}

function dataOf(days: readonly Day[], measure: Measure): UPlot.AlignedData {
  return [
    days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1_000),
    days.map((day) => (measure === 'revenue' ? Number(day.revenue) : day[measure])),
  ];
}

const TEXTS = texts({
  'pt-BR': {
    label: (measure: string, days: number) =>
      `${measure} dos últimos ${days} dias, em barras. As setas escolhem um dia; a tabela tem todos os valores.`,
    revenue: 'Receita',
    quotas: 'Cotas',
    orders: 'Pedidos',
    quotasOf: (count: string) => `cotas: ${count}`,
    ordersOf: (count: string) => `pedidos: ${count}`,
  },
  en: {
    label: (measure: string, days: number) =>
      `${measure} of the last ${days} days, in bars. The arrow keys choose a day; the table has all figures.`,
    revenue: 'Revenue',
    quotas: 'Quotas',
    orders: 'Orders',
    quotasOf: (count: string) => `quotas: ${count}`,
    ordersOf: (count: string) => `orders: ${count}`,
  },
});

interface Shown {
  days: readonly Day[];
  f: Formats;
  short: Intl.NumberFormat;
}

const DAY_S = 24 * 60 * 60;
/** Share of the day's width, and most pixels. */
const BAR_SHARE = 0.7;
const BAR_MOST = 48;
const FONT = '12px system-ui, sans-serif';
const LEAST_BETWEEN_DAYS = 84;

/** `choose` gets the day under the pointer. */
function plotOptions(frame: HTMLElement, shown: () => Shown, choose: (day: number | undefined) => void): UPlot.Options {
  const styles = getComputedStyle(frame);
  // Read at every drawing: they follow the color scheme.
  const colour = (name: string) => (): string => styles.getPropertyValue(name).trim();
  const axis = { stroke: colour('--soft'), font: FONT, ticks: { show: false } };
  return {
    width: frame.clientWidth,
    height: frame.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Days have no time zone.
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
    scales: {
      // Half a day more at both ends, for the first and last bar.
      x: { range: (_, least, most) => [least - DAY_S / 2, most + DAY_S / 2] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: LEAST_BETWEEN_DAYS,
        incrs: [1, 2, 3, 5, 7, 10, 14].map((days) => days * DAY_S),
        values: (_, splits) => splits.map((at) => shown().f.day(new Date(at * 1_000).toISOString().slice(0, 10))),
      },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        size: 60,
        incrs: [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power)).sort((a, b) => a - b),
        values: (_, splits) => splits.map((value) => shown().short.format(value)),
      },
    ],
    series: [
      {},
      {
        fill: colour('--accent'),
        stroke: colour('--accent'),
        width: 0,
        points: { show: false },
        paths: UPlot.paths.bars?.({ size: [BAR_SHARE, BAR_MOST], radius: 0.15 }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => choose(cursor.idx ?? undefined)] },
  };
}
