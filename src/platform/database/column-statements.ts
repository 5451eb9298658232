import { sha256 } from '../crypto.js';
import { statement, type Statement } from './statement.js';

/** Every connection keeps each statement; past this, all columns are read. */
const SETS = 32;

export type Columns<Row extends object> = Readonly<Record<keyof Row & string, string>>;

export type ColumnSet<Row extends object> = ReadonlySet<keyof Row & string>;

export function columnsOfTable<Name extends string>(alias: string, names: readonly Name[]): Record<Name, string> {
  const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, `${alias}.${inSnakeCase(name)}`])) as Record<Name, string>;
}

export function selectList(columns: Readonly<Record<string, string>>, names: Iterable<string> = Object.keys(columns)): string {
  return [...names].map((name) => `${columns[name]} AS "${name}"`).join(', ');
}

/** A statement for the columns that its reader wants, so that a title does not cost a description of ten kilobytes. */
export function columnStatements<Row extends object>(
  name: string,
  columns: Columns<Row>,
  text: (selectList: string) => string,
): (wanted: ColumnSet<Row>) => Statement<Row> {
  const all = statement<Row>(name, text(selectList(columns)));
  const known = new Map<string, Statement<Row>>();
  return (wanted) => {
    const key = [...wanted].sort().join();
    const kept = known.get(key);
    if (kept) return kept;
    if (known.size >= SETS) return all;
    const made = statement<Row>(`${name}_${sha256(key).toString('hex', 0, 6)}`, text(selectList(columns, key.split(','))));
    known.set(key, made);
    return made;
  };
}
