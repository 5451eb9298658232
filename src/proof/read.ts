import { ProofProblem } from './steps.js';

/** Where a value is: a name, or a field or index of another place. It becomes text only for a message. */
export type Place = string | { of: Place; at: string | number };

/** Reads an unknown value. Throws `ProofProblem` that names the place. */
export type Read<Value> = (value: unknown, place: Place) => Value;

function nameOf(place: Place): string {
  if (typeof place === 'string') return place;
  return typeof place.at === 'number' ? `${nameOf(place.of)}[${place.at}]` : `${nameOf(place.of)}.${place.at}`;
}

/** An object with exactly these fields; `optional` ones may be missing. */
export function record<Fields extends Record<string, Read<unknown>>>(
  fields: Fields,
  optional: readonly (keyof Fields & string)[] = [],
): Read<{ [Field in keyof Fields]: ReturnType<Fields[Field]> }> {
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ProofProblem(`${nameOf(place)} is no object`);
    const given = value as Record<string, unknown>;
    for (const field of Object.keys(given)) {
      if (!Object.hasOwn(fields, field))
        throw new ProofProblem(`${nameOf({ of: place, at: field.slice(0, 40) })} is no field of it`);
    }
    const missing = Object.keys(fields).find((field) => !Object.hasOwn(given, field) && !optional.includes(field));
    if (missing !== undefined) throw new ProofProblem(`${nameOf({ of: place, at: missing })} is missing`);
    const entries = Object.entries(fields)
      .filter(([field]) => Object.hasOwn(given, field))
      .map(([field, read]) => [field, read(given[field], { of: place, at: field })]);
    return Object.fromEntries(entries);
  };
}

export function list<Value>(read: Read<Value>, most: number): Read<Value[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > most) throw new ProofProblem(`${nameOf(place)} is no list of at most ${most}`);
    return Array.from(value, (element: unknown, index) => read(element, { of: place, at: index }));
  };
}

export function nullable<Value>(read: Read<Value>): Read<Value | null> {
  return (value, place) => (value === null ? null : read(value, place));
}

export function oneOf<const Value extends string | number>(...values: Value[]): Read<Value> {
  return (value, place) => {
    const found = values.find((each) => each === value);
    if (found === undefined) throw new ProofProblem(`${nameOf(place)} is none of ${values.join(', ')}`);
    return found;
  };
}

export function integer(least: number, most: number): Read<number> {
  return (value, place) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw new ProofProblem(`${nameOf(place)} is no integer from ${least} to ${most}`);
    return value as number;
  };
}

/** `form` is for the message. */
export function text(pattern: RegExp, form: string): Read<string> {
  return (value, place) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new ProofProblem(`${nameOf(place)} is no ${form}`);
    return value;
  };
}

/** Lower case, of `bytes` to `most` bytes. */
export function hex(bytes: number, most = bytes): Read<string> {
  const form = `${bytes === most ? bytes : `${bytes} to ${most}`} bytes of hexadecimal in small letters`;
  return text(new RegExp(`^([0-9a-f]{2}){${bytes},${most}}$`), `text of ${form}`);
}

export const flag: Read<boolean> = (value, place) => {
  if (typeof value !== 'boolean') throw new ProofProblem(`${nameOf(place)} is neither true nor false`);
  return value;
};

export function tuple<Elements extends Read<unknown>[]>(
  ...elements: Elements
): Read<{ [Index in keyof Elements]: ReturnType<Elements[Index]> }> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length !== elements.length)
      throw new ProofProblem(`${nameOf(place)} is no list of ${elements.length}`);
    return elements.map((read, index) => read(value[index], { of: place, at: index })) as never;
  };
}

export const uuid = text(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'UUID in small letters');

export const anything: Read<unknown> = (value) => value;
