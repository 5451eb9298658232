import type { CreateRaffleInput, RaffleSettingsFragment, UpdateRaffleInput } from '../../../../generated/client/operations.js';
import { formatsOf, type Locale } from '../../../common/language.js';
import { parseMoney, parsePercent, parseInteger, parseIntegers } from '../../../common/parse-number.js';
import type { Kind } from './field.js';
import { FIELD_NAMES, FIELDS, fieldOf, type FieldName } from './fields.js';
import { fromLocalTime, toLocalTime } from '../../../common/local-time.js';

/** `key` identifies a row while rows move. */
export interface PrizeText {
  key: string;
  title: string;
  description: string;
  photoUrl: string;
}

type TypedAs<Of extends Kind> = Of extends 'checkbox'
  ? boolean
  : Of extends 'choices'
    ? readonly string[]
    : Of extends 'prizes'
      ? readonly PrizeText[]
      : string;

export type RaffleValues = { [Name in FieldName]: TypedAs<(typeof FIELDS)[Name]['kind']> };
type Value = RaffleValues[FieldName];

/** Why a field cannot be sent. */
export type Unreadable = Partial<Record<FieldName, 'money' | 'integer' | 'percent' | 'integers' | 'required'>>;

export function valuesOf(raffle: RaffleSettingsFragment, locale: Locale): RaffleValues {
  const { category, ...rest } = raffle;
  const from = { ...rest, categoryId: category?.id ?? null } as Record<FieldName, unknown>;
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, shown(FIELDS[name].kind, from[name], locale)])) as RaffleValues;
}

/** Of a new raffle. */
export function blankValues(locale: Locale, given: Partial<CreateRaffleInput> = {}): RaffleValues {
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [name, shown(FIELDS[name].kind, given[name] ?? fieldOf(name).initial, locale)]),
  ) as RaffleValues;
}

function shown(kind: Kind, value: unknown, locale: Locale): Value {
  if (kind === 'checkbox') return value === true;
  if (kind === 'choices') return (value as string[] | undefined) ?? [];
  if (kind === 'prizes')
    return ((value as RaffleSettingsFragment['prizes'] | undefined) ?? []).map(({ title, description, photoUrl }, place) => ({
      key: `was-${place}`,
      title,
      description: description ?? '',
      photoUrl: photoUrl ?? '',
    }));
  if (value === null || value === undefined) return '';
  const { number } = formatsOf(locale);
  switch (kind) {
    case 'money':
      return Number(value).toLocaleString(locale.language, { minimumFractionDigits: 2 });
    case 'integer':
      return number(value as number);
    case 'percent':
      return number((value as number) / 100);
    case 'integers':
      return (value as number[]).join(' ');
    case 'lines':
      return (value as string[]).join('\n');
    case 'time':
      return toLocalTime(value as string, locale.timeZone);
    default:
      return value as string;
  }
}

export const isSame = (one: Value, other: Value): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

export const changedNames = (before: RaffleValues, after: RaffleValues): FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(before[name], after[name]));

/** An empty field is sent as null, which means the default. */
export function inputOf(
  values: RaffleValues,
  names: readonly FieldName[],
  locale: Locale,
): { input: UpdateRaffleInput; unreadable: Unreadable } {
  const input: Record<string, unknown> = {};
  const unreadable: Unreadable = {};
  for (const name of names) {
    const { kind, required } = fieldOf(name);
    const sent = read(kind, values[name], locale);
    if (sent === undefined) unreadable[name] = kind as 'money';
    else if (sent === null && required) unreadable[name] = 'required';
    else input[name] = sent;
  }
  return { input, unreadable };
}

/** Empty fields are left to the service's defaults. */
export function newInputOf(values: RaffleValues, locale: Locale): { input: CreateRaffleInput; unreadable: Unreadable } {
  const given = FIELD_NAMES.filter((name) => fieldOf(name).required === 'always' || values[name] !== '');
  const { input, unreadable } = inputOf(values, given, locale);
  return { input: input as CreateRaffleInput, unreadable };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Null when empty, undefined when unreadable. */
function read(kind: Kind, value: Value, locale: Locale): unknown {
  if (kind === 'prizes')
    return (value as readonly PrizeText[]).map(({ title, description, photoUrl }) => {
      return { title, description: description.trim() || null, photoUrl: photoUrl.trim() || null };
    });
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  switch (kind) {
    case 'money':
      return parseMoney(text);
    case 'integer':
      return parseInteger(text);
    case 'percent': {
      const percent = parsePercent(text);
      return percent === undefined ? undefined : Math.round(percent * 100);
    }
    case 'integers':
      return parseIntegers(text);
    case 'lines':
      return linesOf(text);
    case 'time':
      return fromLocalTime(text, locale.timeZone);
    default:
      return text;
  }
}
