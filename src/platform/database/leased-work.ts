/** Work that waits in a table, of which each part has one process at a time, and none when that one crashed. */
import { statement, type Statement } from './statement.js';

/** Its columns are id, state, claim, held_until, started_at and attempts; of its states WAITING and RUNNING are open. */
interface WorkTable {
  table: string;
  alias: string;
  columns: string;
  /** The type of its states. */
  state: string;
}

/** Rounded down: the column has milliseconds, and what is given back must be there for the next statement. */
const inSeconds = (seconds: string): string =>
  `date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${seconds})`;

/** The one that waits longest: for its first process, for the next turn, or since its process crashed. $1 claim, $2 seconds of the lease. */
export const takeWork = <Row extends object>(name: string, { table, alias, columns, state }: WorkTable): Statement<Row> =>
  statement<Row>(
    name,
    `
  UPDATE ${table} AS ${alias} SET state = 'RUNNING', claim = $1, held_until = ${inSeconds('$2')},
         started_at = coalesce(${alias}.started_at, clock_timestamp()), attempts = ${alias}.attempts + 1
  WHERE ${alias}.id = (
    SELECT x.id FROM unnest('{WAITING,RUNNING}'::${state}[]) AS open(state) CROSS JOIN LATERAL (
      SELECT w.id, w.held_until FROM ${table} w
      WHERE w.state = open.state AND (w.held_until IS NULL OR w.held_until <= clock_timestamp())
      ORDER BY w.held_until NULLS FIRST, w.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) x ORDER BY x.held_until NULLS FIRST, x.id LIMIT 1
  ) RETURNING ${columns}`,
  );

/** For a turn of any process in so many seconds: this one has not crashed. $1 id, $2 claim, $3 seconds. */
export const giveBackWork = (name: string, table: string): Statement<object> =>
  statement<object>(
    name,
    `
  UPDATE ${table} SET held_until = ${inSeconds('$3')}, attempts = 0 WHERE id = $1 AND claim = $2 AND state = 'RUNNING'`,
  );
