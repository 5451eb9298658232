import { sha256 } from '../crypto.js';
import type { StepOptions } from '../tracer.js';

/** A statement that every connection prepares once, under its name. */
export interface Statement<Row extends object> {
  name: string;
  text: string;
  repeatable: boolean;
  /** In milliseconds. */
  answeredWithinMs?: number | undefined;
  row?: Row;
}

/** Executes statements: a pool, a transaction or a replica. */
export interface Sql {
  query<Row extends object>(statement: Statement<Row>, values?: unknown[]): Promise<Row[]>;
}

const textsByName = new Map<string, string>();

/**
 * int8 is read as bigint, timestamptz as Date, date as its midnight UTC, bytea as Buffer. `repeatable`: true for a write that may
 * run twice, false for a SELECT that writes. Throws when the name is taken.
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

export function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text);
}

const names = new Map<string, string>();
const NAMES_LIMIT = 5_000;

/** For Prisma's statements. Past the limit names are computed each time. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `p_${sha256(text).toString('hex', 0, 12)}`;
  if (names.size < NAMES_LIMIT) names.set(text, name);
  return name;
}

export const STATEMENT_STEP: StepOptions = { kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } };

/** "SELECT users", for a statement of Prisma's. */
export function prismaStepName(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/i.exec(text) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"([a-z_]+)"/i.exec(text) ?? [];
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase();
}

/**
 * After FROM: its transaction commits without waiting for the disk or a standby, and so holds its locks for less time. A crash or a
 * failover may lose the transaction. A caller that must know asks `wasCommitted`, which waits for both.
 */
export const WITHOUT_WAITING = "CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS commit_at_once";
