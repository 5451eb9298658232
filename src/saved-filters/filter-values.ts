import { OrderStatus, type FilteredList } from '../generated/prisma/enums.js';
import { refuseField, refuseFields, textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import { isUuid } from '../platform/uuid.js';

/** What is wrong with a value. */
type Check = (name: string, value: string) => KeyedText | undefined;

const oneOf =
  (values: readonly string[]): Check =>
  (name, value) =>
    values.includes(value) ? undefined : textOf('savedFilters.oneOf', { name, values: values.join(', ') });

/** As in inputs of type date. */
const day: Check = (name, value) => {
  const at = new Date(`${value}T00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
  return isDay ? undefined : textOf('savedFilters.day', { name });
};
/** Earlier and later releases have others. */
const action: Check = (name, value) =>
  /^[a-z][A-Za-z]{1,59}$/.test(value) ? undefined : textOf('savedFilters.action', { name });
const operator: Check = (name, value) => (isUuid(value) ? undefined : textOf('savedFilters.operator', { name }));
const raffle: Check = (name, value) => (isUuid(value) ? undefined : textOf('savedFilters.raffle', { name }));

/** What a filter may have: nothing that finds one buyer, whose phone or CPF would stay after they were deleted. */
const CHECKS: Record<FilteredList, Readonly<Record<string, Check>>> = {
  ORDERS: { status: oneOf(Object.values(OrderStatus)), raffle, from: day, to: day },
  PEOPLE: { kind: oneOf(['buyers', 'blocked', 'operators']) },
  AUDIT: { action, actorId: operator, from: day, to: day },
};

/** The query string of a filter, the same text for the same filter. BAD_USER_INPUT, with what is wrong. */
export function checkedQuery(list: FilteredList, text: string): string {
  const checks = CHECKS[list];
  const given = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const names = given.map(([name]) => name);
  if (given.length === 0 || new Set(names).size !== names.length || !names.every((name) => Object.hasOwn(checks, name)))
    throw refuseField('query', 'savedFilters.query', { names: Object.keys(checks).join(', ') });
  const { from, to } = Object.fromEntries(given);
  const problems = given.flatMap(([name, value]) => checks[name]?.(name, value) ?? []);
  if (problems.length === 0 && from && to && from > to) problems.push(textOf('savedFilters.span'));
  if (problems.length > 0) throw refuseFields({ query: problems });
  return String(new URLSearchParams(given));
}
