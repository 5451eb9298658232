import { ProofProblem } from './steps.js';

/** Where a value is. It becomes text only for a message. */
export type Place = string | { of: Place; at: string | number };

/** Throws `ProofProblem` that names the place. */
export type Read<Value> = (value: unknown, place: Place) => Value;

function nameOf(place: Place): string {
  if (typeof place === 'string') return place;
  return typeof place.at === 'number' ? `${nameOf(place.of)}[${place.at}]` : `${nameOf(place.of)}.${place.at}`;
}

function wrong(place: Place, problem: string): never {
  throw new ProofProblem(`${nameOf(place)} ${problem}`);
}

type Values<Fields extends Record<string, Read<unknown>>> = { [Field in keyof Fields]: ReturnType<Fields[Field]> };

/** Exactly these fields; `optional` ones may be missing. */
export function record<Fields extends Record<string, Read<unknown>>, Optional extends keyof Fields & string = never>(
  fields: Fields,
  optional: readonly Optional[] = [],
): Read<Omit<Values<Fields>, Optional> & Partial<Pick<Values<Fields>, Optional>>> {
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(place, 'is no object');
    const given = value as Record<string, unknown>;
    const unknown = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
    if (unknown !== undefined) return wrong({ of: place, at: unknown.slice(0, 40) }, 'is no field of it');
    const required = Object.keys(fields).filter((field) => !(optional as readonly string[]).includes(field));
    const missing = required.find((field) => !Object.hasOwn(given, field));
    if (missing !== undefined) return wrong({ of: place, at: missing }, 'is missing');
    const entries = Object.entries(fields)
      .filter(([field]) => Object.hasOwn(given, field))
      .map(([field, read]) => [field, read(given[field], { of: place, at: field })]);
    return Object.fromEntries(entries);
  };
}

export function list<Value>(read: Read<Value>, most: number): Read<Value[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > most) return wrong(place, `is no list of at most ${most}`);
    return Array.from(value, (element: unknown, index) => read(element, { of: place, at: index }));
  };
}

export function nullable<Value>(read: Read<Value>): Read<Value | null> {
  return (value, place) => (value === null ? null : read(value, place));
}

export function oneOf<const Value extends string | number>(...values: Value[]): Read<Value> {
  return (value, place) => values.find((each) => each === value) ?? wrong(place, `is none of ${values.join(', ')}`);
}

export function integer(least: number, most: number): Read<number> {
  return (value, place) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    return wrong(place, `is no integer from ${least} to ${most}`);
  };
}

/** `form` is for the message. */
export function text(pattern: RegExp, form: string): Read<string> {
  return (value, place) => (typeof value === 'string' && pattern.test(value) ? value : wrong(place, `is no ${form}`));
}

export function hex(bytes: number, most = bytes): Read<string> {
  const form = `${bytes === most ? bytes : `${bytes} to ${most}`} bytes of hexadecimal in small letters`;
  return text(new RegExp(`^([0-9a-f]{2}){${bytes},${most}}$`), `text of ${form}`);
}

export const flag: Read<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : wrong(place, 'is neither true nor false');

export function tuple<Elements extends Read<unknown>[]>(
  ...elements: Elements
): Read<{ [Index in keyof Elements]: ReturnType<Elements[Index]> }> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length !== elements.length) return wrong(place, `is no list of ${elements.length}`);
    return elements.map((read, index) => read(value[index], { of: place, at: index })) as never;
  };
}

export const uuid = text(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'UUID in small letters');

/** JavaScript takes a day or an hour that there is not for a later one, or for none, which no comparison notices. */
function existing(read: Read<string>): Read<string> {
  return (value, place) => {
    const told = read(value, place);
    const at = new Date(told);
    const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(told.slice(0, 19));
    return exists ? told : wrong(place, `is ${told}, which there is not`);
  };
}

export const date = existing(text(/^\d{4}-\d\d-\d\d$/, 'date, as "2026-12-31"'));

export const time = existing(text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/, 'time, as "2026-12-31T23:59:59.000Z"'));
