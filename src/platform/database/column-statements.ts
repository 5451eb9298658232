import { sha256 } from '../crypto.js';
import { statement, type Statement } from './statement.js';

/** Sets of columns that a statement is prepared for; whoever asks for one more gets all columns. Each is kept by every connection. */
const SETS = 32;

/** Columns by the names of a row's properties, as they are selected. */
export type Columns<Row extends object> = Readonly<Record<keyof Row & string, string>>;

/** Some of a row's columns. */
export type ColumnSet<Row extends object> = ReadonlySet<keyof Row & string>;

/** The columns of a table by the properties that Prisma gives them; its alias in the statement is `alias`. */
export function columnsOfTable<Name extends string>(alias: string, names: readonly Name[]): Record<Name, string> {
  const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, `${alias}.${inSnakeCase(name)}`])) as Record<Name, string>;
}

/** A select list. */
export function selectList(columns: Readonly<Record<string, string>>, names: Iterable<string> = Object.keys(columns)): string {
  return [...names].map((name) => `${columns[name]} AS "${name}"`).join(', ');
}

/**
 * A statement that is written for the columns its reader wants: a text of ten kilobytes is not read for a title. Its rows have those
 * properties only, whatever their type says.
 */
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
