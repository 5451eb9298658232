import { printTable } from './table.js';

/** What was measured several times, beside what it is to stay below; without a goal it is printed alone. */
export interface Measured {
  name: string;
  values: number[];
  below?: number | undefined;
}

/** Medians with their lowest and highest, and whether they are what they are to be. `unit` is that of all. */
export function reportMeasured(all: Measured[], unit: string, digits = 0): void {
  const rows = all.map(({ name, values, below }) => {
    const shown = [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
    return [name, ...shown, ...(below === undefined ? ['', ''] : [`< ${below}`, median(values) < below ? 'met' : 'missed'])];
  });
  printTable(['', `median ${unit}`, 'lowest', 'highest', 'goal', ''], rows);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
