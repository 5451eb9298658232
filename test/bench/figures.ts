import { printTable } from './table.js';

/** A figure of each round, and what their median is to be. */
export interface Goal {
  what: string;
  values: number[];
  /** Behind the point. @default 2 */
  digits?: number;
  /** At most one of the two; neither for a figure that is only told. */
  atLeast?: number | undefined;
  below?: number | undefined;
}

/** The one in the middle, or between the two that are; NaN when there is none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

export function spreadOf(values: number[], digits = 2): string[] {
  return [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
}

/** A share, 1 being all, as text. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

export function ratios(values: number[], over: number[]): number[] {
  return values.map((value, round) => value / (over[round] ?? Number.NaN));
}

/** Prints each figure with its spread, its goal and whether that is met. What could not be measured meets nothing. */
export function printGoals(heading: string, goals: Goal[]): void {
  const rows = goals.map(({ what, values, digits = 2, atLeast, below }) => {
    const value = median(values);
    const goal = atLeast === undefined ? (below === undefined ? '' : `< ${below}`) : `>= ${atLeast}`;
    const isMet = atLeast === undefined ? value < (below ?? Number.NaN) : value >= atLeast;
    return [what, ...spreadOf(values, digits), goal, goal && (isMet ? 'met' : 'missed')];
  });
  console.log();
  printTable([heading, 'median', 'lowest', 'highest', 'goal', ''], rows);
}
