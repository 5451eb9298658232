import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import css from './overview.module.css';
import { plotOptions } from './plot-options.js';
import { figureOf, type Day, type Measure } from './sales-day.js';

/** A bar for each day. The one under the pointer, or that the arrow keys chose, is told below: at first the last. */
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
    // The colours are those of the page, which follow the reader's system.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => made.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      sizes.disconnect();
      made.destroy();
    };
    // It is made once; what changes is given to it below.
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
