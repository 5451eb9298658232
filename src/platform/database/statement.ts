import { isRead } from './statement-text.js';

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
