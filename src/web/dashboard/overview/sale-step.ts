import type { Formats } from '../../common/language.js';
import type { Figures, Sums } from './use-sale-figures.js';

export type Step = Figures['steps'][number];

export const MEASURES = ['revenue', 'quotas', 'orders'] as const;
export type Measure = (typeof MEASURES)[number];

export function figureOf(f: Formats, sums: Sums, measure: Measure): string {
  return measure === 'revenue' ? f.money(sums.revenue) : f.number(sums[measure]);
}

/** "14h" or "28 de nov." of "2026-11-28 14:00". */
export function nameOfStep(f: Formats, begins: string, isByHour: boolean): string {
  return isByHour ? `${Number(begins.slice(11, 13))}h` : f.day(begins.slice(0, 10));
}

export const instantOf = (begins: string): number => Date.parse(`${begins.replace(' ', 'T')}:00Z`) / 1_000;
export const nameOfInstant = (at: number): string => new Date(at * 1_000).toISOString().slice(0, 16).replace('T', ' ');
