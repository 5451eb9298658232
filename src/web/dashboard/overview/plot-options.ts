import UPlot from 'uplot';
import type { Formats } from '../../common/language.js';
import type { Day } from './sales-day.js';

export interface Shown {
  days: readonly Day[];
  f: Formats;
  /** Thousands and millions in short. */
  short: Intl.NumberFormat;
}

const DAY_S = 24 * 60 * 60;
/** How wide a bar is of what its day has, and at most, in pixels. */
const BAR_SHARE = 0.7;
const BAR_MOST = 48;
const FONT = '12px system-ui, sans-serif';
const LEAST_BETWEEN_DAYS = 84;

/** How days are drawn. The figures of the axis are those of `shown`; `choose` is told the day under the pointer. */
export function plotOptions(frame: HTMLElement, shown: () => Shown, choose: (day: number | undefined) => void): UPlot.Options {
  const styles = getComputedStyle(frame);
  // Read at every drawing: they change with the reader's scheme.
  const colour = (name: string) => (): string => styles.getPropertyValue(name).trim();
  const axis = { stroke: colour('--soft'), font: FONT, ticks: { show: false } };
  return {
    width: frame.clientWidth,
    height: frame.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Days have no time of day, and no time zone.
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
    scales: {
      // Half a day more at each end, for the bars of the first and the last.
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
