import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { texts, useFormats, useLanguage, useTexts, type Formats } from '../../common/language.js';
import css from './overview.module.css';
import { figureOf, instantOf, type Measure, nameOfInstant, nameOfStep, type Step } from './sale-step.js';
import type { Figures } from './use-sale-figures.js';

/** Bars, and a line of the period before. What is under the pointer, or chosen by arrow keys, is described below the chart. */
export function StepsPlot({ figures: { steps, isByHour }, measure }: { figures: Figures; measure: Measure }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const language = useLanguage();
  const short = useMemo(() => new Intl.NumberFormat(language, { notation: 'compact' }), [language]);
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const [chosen, setChosen] = useState<number>();
  const shown = useRef({ f, short });
  shown.current = { f, short };

  useEffect(() => {
    const target = frame.current;
    if (!target) return undefined;
    const made = new UPlot(
      plotOptions(target, { isByHour, shown: () => shown.current, choose: setChosen }),
      dataOf(steps, measure),
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
  useEffect(() => plot.current?.setData(dataOf(steps, measure)), [steps, measure]);

  const at = Math.min(chosen ?? steps.length - 1, steps.length - 1);
  const step = steps[at];
  const move = (by: number): void => setChosen(Math.max(0, Math.min(steps.length - 1, at + by)));
  return (
    <>
      <div
        ref={frame}
        class={css.plot}
        role="img"
        tabIndex={0}
        aria-label={(isByHour ? t.hours : t.days)(t[measure], steps.length)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(by);
        }}
        onMouseLeave={() => setChosen(undefined)}
      />
      <p class={css.readout} aria-live={chosen === undefined ? 'off' : 'polite'}>
        {step && (
          <>
            <strong>{nameOfStep(f, step.begins, isByHour)}</strong>: {figureOf(f, step, 'revenue')} ·{' '}
            {t.quotasOf(figureOf(f, step, 'quotas'))} · {t.ordersOf(figureOf(f, step, 'orders'))} ·{' '}
            {t.before(figureOf(f, step.before, measure))}
          </>
        )}
      </p>
    </>
  );
}

function dataOf(steps: readonly Step[], measure: Measure): UPlot.AlignedData {
  const of = (sums: Step['before']): number => (measure === 'revenue' ? Number(sums.revenue) : sums[measure]);
  return [steps.map(({ begins }) => instantOf(begins)), steps.map(of), steps.map(({ before }) => of(before))];
}

const TEXTS = texts({
  'pt-BR': {
    days: (measure: string, days: number) =>
      `${measure} de ${days} dias, em barras; a linha é o período anterior. As setas escolhem um dia; a tabela tem todos os valores.`,
    hours: (measure: string, hours: number) =>
      `${measure} de ${hours} horas, em barras; a linha é o dia anterior. As setas escolhem uma hora; a tabela tem todos os valores.`,
    before: (value: string) => `antes (linha): ${value}`,
    revenue: 'Receita',
    quotas: 'Cotas',
    orders: 'Pedidos',
    quotasOf: (count: string) => `cotas: ${count}`,
    ordersOf: (count: string) => `pedidos: ${count}`,
  },
  en: {
    days: (measure: string, days: number) =>
      `${measure} of ${days} days, in bars; the line is the period before. The arrow keys choose a day; the table has all figures.`,
    hours: (measure: string, hours: number) =>
      `${measure} of ${hours} hours, in bars; the line is the day before. The arrow keys choose an hour; the table has all figures.`,
    before: (value: string) => `before (line): ${value}`,
    revenue: 'Revenue',
    quotas: 'Quotas',
    orders: 'Orders',
    quotasOf: (count: string) => `quotas: ${count}`,
    ordersOf: (count: string) => `orders: ${count}`,
  },
});

interface Shown {
  f: Formats;
  short: Intl.NumberFormat;
}

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** Share of the step's width, and most pixels. */
const BAR_SHARE = 0.7;
const BAR_MOST = 48;
const FONT = '12px system-ui, sans-serif';
const LEAST_BETWEEN_NAMES = 84;

/** `choose` gets the step under the pointer. */
function plotOptions(
  frame: HTMLElement,
  { isByHour, shown, choose }: { isByHour: boolean; shown: () => Shown; choose: (step: number | undefined) => void },
): UPlot.Options {
  const stepS = isByHour ? HOUR_S : DAY_S;
  const styles = getComputedStyle(frame);
  // Read at every drawing: they follow the color scheme.
  const colour = (name: string) => (): string => styles.getPropertyValue(name).trim();
  const axis = { stroke: colour('--soft'), font: FONT, ticks: { show: false } };
  return {
    width: frame.clientWidth,
    height: frame.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // The clock of the business, as if it were UTC.
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
    scales: {
      // Half a step more at both ends, for the first and last bar.
      x: { range: (_, least, most) => [least - stepS / 2, most + stepS / 2] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: isByHour ? LEAST_BETWEEN_NAMES / 2 : LEAST_BETWEEN_NAMES,
        incrs: (isByHour ? [1, 2, 3, 6] : [1, 2, 3, 5, 7, 10, 14, 30, 60]).map((steps) => steps * stepS),
        // Half a step outside the first and last bar there is none.
        values: ({ data: [at = []] }, splits) =>
          splits.map((one) =>
            one < (at[0] ?? 0) || one > (at.at(-1) ?? 0) ? '' : nameOfStep(shown().f, nameOfInstant(one), isByHour),
          ),
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
      { stroke: colour('--soft'), width: 1.5, dash: [4, 4], points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor }) => choose(cursor.idx ?? undefined)] },
  };
}
