import pg from 'pg';
import { vi } from 'vitest';

/** The plans that Postgres keeps for a prepared statement: one for the values at hand, one for any. */
const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;
type PlanMode = (typeof PLAN_MODES)[number];

/** One statement as it was about to run, executed once more under one kind of plan and taken back. */
export interface Explained {
  /** The statement's name, or its text where Prisma made it. */
  statement: string;
  during: string;
  mode: PlanMode;
  /** A raffle's counter is locked in the same transaction, or by the statement itself. */
  underLock: boolean;
  /** Rows of tables and entries of indexes that were found, by functions, triggers and references too. */
  read: number;
  /** Pages that were looked at, in memory or not: also of entries that were passed over, or are dead. */
  pages: number;
  /** Rows that came out or were written. */
  rows: number;
  scanned: string[];
  /** What the planner thinks it costs: from 100,000 on it is compiled first, which takes a tenth of a second and more. */
  cost: number;
  executionMs: number;
  planningMs: number;
  plan: string;
}

/** Explains every statement that a process sends. One that begins with a comment is the test's own. */
export interface ExplainedStatements {
  all: Explained[];
  /** What is done from now on. */
  during(what: string): void;
  stop(): void;
}

interface Sent {
  name?: string;
  text: string;
  values?: unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

interface ExplainedRun {
  Plan: Plan;
  'Execution Time': number;
  'Planning Time': number;
  read: number;
}

interface Connection {
  sent: Promise<unknown>;
  inTransaction: boolean;
  isLocked: boolean;
}

/** Of what one act sends again and again, so many are seen. */
const EXPLAINED_AT_MOST = 3;

const TAKES_THE_LOCK = 'lock_counters';
const LOCKS_BY_ITSELF = 'reserve_orders';

/**
 * Stands before `pg.Client`: each SELECT, INSERT, UPDATE and DELETE is explained on its own connection just before it runs, in the
 * state and under the locks that it meets, once with a plan for its values and once with the plan that a prepared statement has
 * after five runs; what that wrote is rolled back. Whatever is sent meanwhile waits.
 */
export function explainStatements(): ExplainedStatements {
  const all: Explained[] = [];
  const connections = new WeakMap<pg.Client, Connection>();
  const timesSeen = new Map<string, number>();
  let current = '';
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>;

  function isFew(sent: Sent): boolean {
    const key = `${current} ${nameOf(sent)}`;
    const times = (timesSeen.get(key) ?? 0) + 1;
    timesSeen.set(key, times);
    return times <= EXPLAINED_AT_MOST;
  }

  async function run(client: pg.Client, connection: Connection, args: unknown[]): Promise<unknown> {
    const sent = sentOf(args);
    if (sent && current && isFew(sent) && /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(sent.text)) {
      const underLock = connection.isLocked || sent.name === LOCKS_BY_ITSELF || sent.name === TAKES_THE_LOCK;
      const statement = { statement: nameOf(sent), during: current, underLock };
      const plans = await explain((text) => query.call(client, text), sent, connection, underLock).catch((cause: unknown) => {
        throw new Error(`${nameOf(sent)}, while ${current}, could not be explained`, { cause });
      });
      all.push(...plans.map((plan) => ({ ...statement, ...plan })));
    }
    const result = await query.apply(client, args);
    follow(connection, sent);
    return result;
  }

  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]): any {
    const tell = typeof given.at(-1) === 'function' ? (given.at(-1) as (error: unknown, result?: unknown) => void) : undefined;
    const connection = connections.get(this) ?? { sent: Promise.resolve(), inTransaction: false, isLocked: false };
    connections.set(this, connection);
    const running = connection.sent.then(() => run(this, connection, tell ? given.slice(0, -1) : given));
    connection.sent = running.catch(() => undefined);
    if (!tell) return running;
    return void running.then(
      (result) => tell(null, result),
      (error: unknown) => tell(error),
    );
  } as typeof pg.Client.prototype.query);

  return {
    all,
    during(what) {
      current = what;
    },
    stop: () => spy.mockRestore(),
  };
}

function sentOf([first, values]: unknown[]): Sent | undefined {
  if (typeof first === 'string') return { text: first, ...(Array.isArray(values) && { values }) };
  const { name, text, values: own } = first as Partial<Sent>;
  return text === undefined ? undefined : { text, ...(name && { name }), values: own ?? (Array.isArray(values) ? values : []) };
}

/** Prisma's statements are named by their hash: they are told by their text. */
function nameOf({ name, text }: Sent): string {
  return name && !/^p_[0-9a-f]+$/.test(name) ? name : text.replaceAll(/\s+/g, ' ').trim();
}

function follow(connection: Connection, sent: Sent | undefined): void {
  if (!sent) return;
  if (/^\s*BEGIN\b/i.test(sent.text)) connection.inTransaction = true;
  if (/^\s*(COMMIT|ROLLBACK)\b(?! TO)/i.test(sent.text)) Object.assign(connection, { inTransaction: false, isLocked: false });
  if (sent.name === TAKES_THE_LOCK) connection.isLocked = true;
}

type Send = (text: string) => Promise<pg.QueryResult>;

/** How often it is executed where its time matters: the machine is not ours alone, so the shortest is what it takes. */
const RUNS_UNDER_LOCK = 10;

async function explain(send: Send, sent: Sent, { inTransaction }: Connection, underLock: boolean) {
  const explained = [];
  const values = (sent.values ?? []).map(literal).join();
  await send(inTransaction ? 'SAVEPOINT explained' : 'BEGIN; SAVEPOINT explained');
  await send(`PREPARE explained AS ${sent.text}`);
  for (const mode of PLAN_MODES) {
    const runs: ExplainedRun[] = [];
    for (let n = 0; n < (underLock ? RUNS_UNDER_LOCK : 1); n++) {
      await send(`SET LOCAL plan_cache_mode = ${mode}`);
      const before = await rowsRead(send);
      const { rows } = await send(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE explained${values && `(${values})`}`,
      );
      const read = (await rowsRead(send)) - before;
      await send('ROLLBACK TO explained');
      runs.push({ read, ...rows[0]['QUERY PLAN'][0] });
    }
    const [{ Plan: plan, read }] = runs as [ExplainedRun];
    explained.push({
      mode,
      read,
      // The first on a connection reads the catalogue, too, of all that a function of ours names.
      pages: Math.min(...runs.map(({ Plan: run }) => run['Shared Hit Blocks'] + run['Shared Read Blocks'])),
      rows: Math.max(plan['Actual Rows'], plan.Plans?.[0]?.['Actual Rows'] ?? 0),
      scanned: scannedBy(plan),
      cost: plan['Total Cost'],
      executionMs: Math.min(...runs.map((run) => run['Execution Time'])),
      planningMs: Math.min(...runs.map((run) => run['Planning Time'])),
      plan: outline(plan),
    });
  }
  await send('DEALLOCATE explained');
  await send(inTransaction ? 'RELEASE explained' : 'ROLLBACK');
  return explained;
}

/** Rows that this transaction has read of all tables from end to end, and entries of all indexes. */
async function rowsRead(send: Send): Promise<number> {
  const { rows } = await send(`
    SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(oid)), 0)::float8 AS read FROM pg_class
    WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`);
  return rows[0].read;
}

function scannedBy(plan: Plan): string[] {
  const here = plan['Node Type'].includes('Seq Scan') ? [plan['Relation Name'] ?? ''] : [];
  return [...here, ...(plan.Plans ?? []).flatMap(scannedBy)];
}

function outline(plan: Plan, indent = ''): string {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Rows': rows, 'Actual Loops': loops } = plan;
  const removed = plan['Rows Removed by Filter'];
  const names = [type, table && `on ${table}`, index && `by ${index}`].filter(Boolean).join(' ');
  const line = `${indent}${names}: ${rows} rows, ${loops} times${removed ? `, ${removed} filtered out` : ''}`;
  return [line, ...(plan.Plans ?? []).map((inner) => outline(inner, `${indent}  `))].join('\n');
}

/** A value as the driver sends it, as a literal whose type is the parameter's. */
function literal(value: unknown): string {
  return value == null ? 'NULL' : pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((one) => (one == null ? 'NULL' : JSON.stringify(textOf(one)))).join()}}`;
}
