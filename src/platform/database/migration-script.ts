import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.js';
import { StartProblem } from '../start-problem.js';
import { isConflict, isLockTimeout } from './errors.js';

/** How long a migration waits for a lock before it lets the others go on, until it asks again, and in all, in milliseconds. */
export interface LockWaits {
  lockMs: number;
  pauseMs: number;
  wholeMs: number;
}

/** An order that needs the table waits behind the migration. So a migration waits for less time than a buyer notices. */
export const LOCK_WAITS: LockWaits = { lockMs: 200, pauseMs: 2_000, wholeMs: 600_000 };

const SAID_EVERY_MS = 10_000;
const APPLICATION = 'raffle-gateway migrations';

/** Limits that a role or a database may have, as SQL that takes them away. `transaction_timeout` is unknown before PostgreSQL 17. */
export function ownLimits({ lockMs, isLocal }: { lockMs: number; isLocal: boolean }): string {
  return `
    SELECT set_config(name, CASE name WHEN 'lock_timeout' THEN '${lockMs}' WHEN 'application_name' THEN '${APPLICATION}' ELSE '0' END, ${isLocal})
    FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'application_name');`;
}

interface Run {
  migration: string;
  script: string;
  /** In the transaction of a script, before and after it. */
  scriptStart: string;
  scriptEnd: string;
  /** To the connection of the script, whole. */
  send(sql: string): Promise<void>;
  /** Not the connection with the migration lock: indexes would wait for the snapshots of its transaction. */
  observer: pg.Client;
  waits: LockWaits;
  log: Pick<Log, 'warn'> | undefined;
}

/**
 * Runs a migration's script in one transaction, or, if it builds or drops indexes CONCURRENTLY, statement by statement. Either can be
 * run again after it was interrupted. Throws a StartProblem when others held a lock for the whole time.
 */
export async function runScript(run: Run): Promise<void> {
  const { script, scriptStart, scriptEnd, send, waits } = run;
  if (isConcurrent(script)) {
    // Its locks let a sale go on, so that it may wait for them.
    await withLocks(run, { watchedEveryMs: 1_000 }, () => buildConcurrently(run));
    return;
  }
  const limits = ownLimits({ lockMs: waits.lockMs, isLocal: true });
  await withLocks(run, { watchedEveryMs: waits.lockMs / 4 }, (tables) => {
    const locks = tables.map((table) => `LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE;`).join('');
    const politely = locks && `SET LOCAL lock_timeout = ${10 * waits.lockMs}; ${locks} SET LOCAL lock_timeout = ${waits.lockMs};`;
    return send(`${limits}${politely}${scriptStart}${script}\n;${scriptEnd}`);
  });
}

/**
 * `tables` are those that earlier attempts waited for. A lock that lets the sale go on is waited for longer: a vacuum of PostgreSQL's own
 * gives way only to who waits for a second (deadlock_timeout).
 */
async function withLocks(
  run: Run,
  { watchedEveryMs }: { watchedEveryMs: number },
  attempt: (tables: string[]) => Promise<void>,
): Promise<void> {
  const { waits, migration } = run;
  const endsAtMs = performance.now() + waits.wholeMs;
  const blocked = watchBlocked(run);
  const tables = new Set<string>();
  for (;;) {
    const watch = blocked.every(watchedEveryMs);
    try {
      return await attempt([...tables]);
    } catch (error) {
      if (error instanceof BuiltByAnother) blocked.say([error.builder]);
      else if (!isLockTimeout(error) && !isConflict(error)) throw error;
      if (performance.now() >= endsAtMs) throw new StartProblem(givenUp(migration, waits, blocked.last()));
    } finally {
      await watch.stop();
    }
    for (const { relation } of blocked.last()) if (relation) tables.add(relation);
    await sleep(waits.pauseMs);
  }
}

interface Blocker {
  relation: string | null;
  pid: number;
  application: string;
  state: string | null;
  seconds: number | null;
}

const BLOCKERS = `
  SELECT wanted.oid::regclass::text AS relation, other.pid, other.application_name AS application, other.state,
         extract(epoch FROM now() - other.xact_start)::int AS seconds
  FROM pg_stat_activity own
  CROSS JOIN unnest(pg_blocking_pids(own.pid)) AS blocking(pid)
  JOIN pg_stat_activity other ON other.pid = blocking.pid
  LEFT JOIN pg_locks wait ON wait.pid = own.pid AND NOT wait.granted
  LEFT JOIN pg_class wanted ON wanted.oid = wait.relation AND wanted.relkind = 'r'
  WHERE own.datname = current_database() AND own.application_name = '${APPLICATION}'`;

function watchBlocked({ observer, log, migration }: Run) {
  let last: Blocker[] = [];
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const say = (blockers: Blocker[]): void => {
    if (blockers.length === 0) return;
    last = blockers;
    if (performance.now() - saidAtMs < SAID_EVERY_MS) return;
    saidAtMs = performance.now();
    log?.warn(
      { event: 'database.migration.blocked', migration, blockedBy: blockers },
      'a migration waits for transactions of others; the sale goes on',
    );
  };
  return {
    say,
    last: () => last,
    every(everyMs: number) {
      const ending = new AbortController();
      const watching = (async () => {
        for (;;) {
          await sleep(everyMs, undefined, { signal: ending.signal });
          say((await observer.query<Blocker>(BLOCKERS)).rows);
        }
        // A lost connection is noticed by the work itself.
      })().catch(() => undefined);
      return {
        async stop() {
          ending.abort();
          await watching;
        },
      };
    },
  };
}

function givenUp(migration: string, { wholeMs }: LockWaits, blockers: Blocker[]): string {
  const pids = [...new Set(blockers.map(({ pid }) => pid))];
  const relations = [...new Set(blockers.flatMap(({ relation }) => relation ?? []))];
  const who = blockers.map(
    ({ pid, application, seconds }) => `process ${pid} of PostgreSQL (${application}${seconds === null ? '' : `, ${seconds} s`})`,
  );
  return (
    `The migration ${migration} got no lock${relations.length > 0 ? ` of ${relations.join(', ')}` : ''} for `
    + `${wholeMs / 1_000} s, and changed nothing. `
    + `Its last wait was for ${[...new Set(who)].join(', ') || 'another transaction'}. Start again when that is over, or end it: `
    + `${pids.map((pid) => `SELECT pg_terminate_backend(${pid})`).join('; ') || 'see pg_stat_activity'}.`
  );
}

const STATEMENT =
  /^(CREATE\s+(?:UNIQUE\s+)?|DROP\s+)INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(\w+)"?(?=\s+ON\s|$)/i;

const withoutComments = (script: string): string => script.replaceAll(/--.*$/gm, '');

function isConcurrent(script: string): boolean {
  return /\bINDEX\s+CONCURRENTLY\b/i.test(withoutComments(script));
}

async function buildConcurrently(run: Run): Promise<void> {
  const { migration, script, scriptEnd, send, observer, waits } = run;
  const statements = withoutComments(script)
    .split(';')
    .map((sql) => sql.trim())
    .filter(Boolean);
  const steps = statements.map((sql) => {
    const [, verb, index] = STATEMENT.exec(sql) ?? [];
    if (!verb || !index)
      throw new Error(
        `The migration ${migration} builds indexes CONCURRENTLY, and may hold nothing but CREATE INDEX CONCURRENTLY <name> ON and DROP `
          + `INDEX CONCURRENTLY <name>. Give a migration of its own to: ${sql}`,
      );
    return { sql, index, isDrop: /^DROP/i.test(verb) };
  });
  // There is no transaction, so they are the session's.
  await send(ownLimits({ lockMs: waits.wholeMs, isLocal: false }));
  try {
    for (const { sql, index, isDrop } of steps) {
      if (isDrop) {
        if (await findIndex(observer, index)) await send(`DROP INDEX CONCURRENTLY "${index}"`);
      } else if (!(await isBuilt(run, index))) {
        await send(sql).catch(async (error: unknown) => {
          await dropUnfinished(run, index);
          throw error;
        });
      }
    }
    await send(scriptEnd);
  } finally {
    await send('RESET ALL').catch(() => undefined);
  }
}

/** The session of a killed process builds on. Waiting in a statement, this one would have a snapshot, for which that one waits. */
class BuiltByAnother extends Error {
  constructor(readonly builder: Blocker) {
    super('another session builds the index');
  }
}

/** An index that was interrupted is dropped; one that somebody built beforehand stays. */
async function isBuilt({ observer, send }: Run, index: string): Promise<boolean> {
  const found = await findIndex(observer, index);
  if (!found || found.isValid) return found !== undefined;
  if (found.builder) throw new BuiltByAnother(found.builder);
  await send(`DROP INDEX CONCURRENTLY "${index}"`);
  return false;
}

/** It would cost every writer, and a unique one would refuse rows. The next start drops it if this cannot. */
async function dropUnfinished({ observer, send, waits }: Run, index: string): Promise<void> {
  const found = await findIndex(observer, index).catch(() => undefined);
  if (!found || found.isValid) return;
  await send(`${ownLimits({ lockMs: waits.lockMs, isLocal: true })} DROP INDEX "${index}"`).catch(() => undefined);
}

// A session that builds an index holds this lock on the table until the index is built.
const INDEX = `
  SELECT i.indisvalid AS "isValid", (
    SELECT json_build_object('relation', l.relation::regclass::text, 'pid', l.pid, 'application', coalesce(a.application_name, ''),
                             'state', a.state, 'seconds', extract(epoch FROM now() - a.query_start)::int)
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'relation' AND l.relation = i.indrelid AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    LIMIT 1
  ) AS builder
  FROM pg_index i WHERE i.indexrelid = to_regclass(quote_ident($1))`;

async function findIndex(observer: pg.Client, index: string): Promise<{ isValid: boolean; builder: Blocker | null } | undefined> {
  const { rows } = await observer.query<{ isValid: boolean; builder: Blocker | null }>(INDEX, [index]);
  return rows[0];
}
