import type { SalesByDayQuery } from '../../../generated/client/operations.js';
import type { Formats } from '../../common/language.js';

export type Day = SalesByDayQuery['salesByDay'][number];

export const MEASURES = ['revenue', 'quotas', 'orders'] as const;
export type Measure = (typeof MEASURES)[number];

export function figureOf(f: Formats, day: Day, measure: Measure): string {
  return measure === 'revenue' ? f.money(day.revenue) : f.number(day[measure]);
}
