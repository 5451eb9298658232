import { sha256 } from '../crypto.js';
import type { StepOptions } from '../tracer.js';

/** A hot statement: prepared once a connection under its name. */
export interface Statement<Row extends object> {
  name: string;
  text: string;
  /** Done twice it is as good as done once: it is sent again when its connection was lost. */
  repeatable: boolean;
  /** When it is given up on a server that fell silent, in milliseconds. */
  answeredWithinMs?: number | undefined;
  /** Never set: carries the row's type. */
  row?: Row;
}

const textsByName = new Map<string, string>();

/**
 * Names a statement and the row it answers with. int8 arrives as bigint, timestamptz as Date, a date as the Date of its midnight UTC,
 * bytea as Buffer. `repeatable` needs saying of a write that may be done twice, and of a SELECT that writes. Throws where another has
 * the name: a connection that prepared one refuses the other.
 */
export function statement<Row extends object>(
  name: string,
  text: string,
  { repeatable = isRead(text), answeredWithinMs }: { repeatable?: boolean; answeredWithinMs?: number } = {},
): Statement<Row> {
  if (text !== (textsByName.get(name) ?? text))
    throw new Error(`Two statements have the name ${name}: give one of them another.`);
  textsByName.set(name, text);
  return { name, text, repeatable, answeredWithinMs };
}

/** Whether a statement changes nothing, so that it may be sent again. */
export function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text);
}

const names = new Map<string, string>();
const NAMES_LIMIT = 5_000;

/** A short stable name for a text of Prisma's. Bounded: past the limit a name is computed and not kept. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `p_${sha256(text).toString('hex', 0, 12)}`;
  if (names.size < NAMES_LIMIT) names.set(text, name);
  return name;
}

/** How a statement is told in a trace: by its name alone, never with a value. */
export const STATEMENT_STEP: StepOptions = { kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } };

/** What a text of Prisma's does to which table, such as "SELECT users"; nothing else of the text. */
export function prismaStepName(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/i.exec(text) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"([a-z_]+)"/i.exec(text) ?? [];
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase();
}
