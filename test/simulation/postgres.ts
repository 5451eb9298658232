import type { Socket } from 'node:net';
import pg from 'pg';
import type { Query } from '../../src/platform/database/connections.js';
import { GUARD_OPTIONS } from '../../src/platform/database/guards.js';
import { statementName } from '../../src/platform/database/statement.js';
import { keepOn } from './one-cpu.js';
import { realTimers, type VirtualClock } from './virtual-clock.js';

/** Not this machine's time: the simulation ends what waits for too long. */
const WITHOUT_TIMEOUTS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c deadlock_timeout=1';
/** What has not answered by then waits for a lock, or this machine is slow: the monitor knows. */
const LOOKED_EVERY_MS = 3;
/** Of a statement that is not to wait for a lock; longer than `deadlock_timeout`. */
const IMPATIENT_MS = 4;

const { connect, query, end, ref, unref } = pg.Client.prototype as pg.Client & { ref(): void; unref(): void };
/** Of pg, before anything of it is replaced. */
export const realMethods = { connect, query, end, ref, unref };

/** A connection of the simulation itself, whatever becomes of those of the gateways. */
class OwnClient extends pg.Client {}
Object.assign(OwnClient.prototype, realMethods);

/** A session of PostgreSQL, used again by one simulated connection after the other: its plans are kept. */
export interface Session {
  readonly pid: number;
  readonly client: pg.Client;
  /** What it was last told, unless a transaction that is not over may undo it. */
  told: Told;
}

interface Told {
  nowIs?: string;
  clockIs?: string;
  lockMs?: number;
}

export type Answer = { result: pg.QueryResult } | { error: unknown };

/** Answer no row, so that nothing needs to be described. $1 time, $2 limit of locks, ms. */
const TELL_CLOCK = {
  name: 'simulation_clock',
  text: `SELECT WHERE pg_catalog.set_config('simulation.clock', $1, false) || pg_catalog.set_config('simulation.lock_timeout', $2, false)
    || pg_catalog.set_config('lock_timeout', $2, false) IS NULL`,
};
const TELL_NOW = {
  name: 'simulation_now',
  text: `${TELL_CLOCK.text.replace('IS NULL', '')} || pg_catalog.set_config('simulation.now', $1, false) IS NULL`,
};

interface Blocked {
  session: Session;
  sinceMs: number;
  answer: Promise<Answer>;
  resume(answer: Answer): void;
}

/** The real PostgreSQL, of which one session works at a time. */
export interface Postgres {
  open(): Promise<Session>;
  /** Rolls back what is open. */
  close(session: Session): Promise<void>;
  isInTransaction(session: Session): boolean;
  /**
   * The answer; or undefined when it waits for a lock, and `resume` gets the answer later. Only one waits at a time: which of several gets
   * a row that was changed meanwhile is up to the operating system.
   */
  run(session: Session, query: Query, isImpatient: boolean, resume: (answer: Answer) => void): Promise<Answer | undefined>;
  /** Goes on with those whose locks are free now. */
  resume(): Promise<void>;
  /** Ends what has waited for a lock for so long. */
  endWaits(longestMs: number): Promise<void>;
  readonly waiting: number;
  /** Beside all sessions. */
  ask<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs it without triggers. */
  restore(text: string, values?: unknown[]): Promise<void>;
  /** One of several statements, or one that no transaction can hold. */
  script(text: string): Promise<void>;
  stop(): Promise<void>;
}

export async function connectPostgres(databaseUrl: string, clock: VirtualClock, cpu?: number): Promise<Postgres> {
  const clientOf = (options: string): pg.Client =>
    new OwnClient(Object.assign({ connectionString: databaseUrl, options }, { pipeline: true }));
  const connected = async (options: string): Promise<{ client: pg.Client; pid: number }> => {
    const client = clientOf(options);
    await client.connect();
    const { processID: pid } = client as unknown as { processID: number };
    if (cpu !== undefined) keepOn(cpu, pid);
    return { client, pid };
  };
  const monitor: Session = { ...(await connected('-c plan_cache_mode=force_generic_plan')), told: {} };
  // Its role is for good: Postgres forgets all plans of a session that changes it.
  const { client: restorer } = await connected('-c session_replication_role=replica');
  const free: Session[] = [];
  const open = new Set<Session>();
  let blocked: Blocked[] = [];

  const statusOf = (client: pg.Client): string | null =>
    (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus();
  const isInTransaction = (session: Session): boolean => statusOf(session.client) !== 'I';

  const isWaitingForLock = async (session: Session): Promise<boolean> => {
    const { rows } = await monitor.client.query<{ waits: boolean }>({
      name: 'blocking',
      text: 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits',
      values: [session.pid],
    });
    return rows[0]?.waits ?? false;
  };

  /** Undefined when it waits for a lock. */
  async function answerOrWait(session: Session, answer: Promise<Answer>): Promise<Answer | undefined> {
    const others = [...open].some((other) => other !== session && isInTransaction(other)) || blocked.length > 0;
    if (!others) return answer;
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = realTimers.setTimeout(() => resolve(undefined), LOOKED_EVERY_MS);
      });
      const first = await Promise.race([answer, late]);
      if (first) {
        realTimers.clearTimeout(timer);
        return first;
      }
      if (await isWaitingForLock(session)) return undefined;
    }
  }

  async function resume(): Promise<void> {
    for (let again = blocked.length > 0; again;) {
      again = false;
      for (const one of blocked) {
        if (await isWaitingForLock(one.session)) continue;
        const answer = await answerOrWait(one.session, one.answer);
        if (!answer) continue;
        blocked = blocked.filter((other) => other !== one);
        one.resume(answer);
        again = blocked.length > 0;
        break;
      }
    }
  }

  async function endWait(one: Blocked): Promise<void> {
    await monitor.client.query('SELECT pg_cancel_backend($1)', [one.session.pid]);
    const answer = await one.answer;
    blocked = blocked.filter((other) => other !== one);
    if ('error' in answer && answer.error instanceof pg.DatabaseError && answer.error.code === '57014')
      Object.assign(answer.error, { code: '55P03', message: 'canceling statement due to lock timeout' });
    one.resume(answer);
  }

  /** What was set in a transaction may be gone with it. */
  const ended = (session: Session, wasOpen: boolean, answer: Answer): Answer => {
    const isCommitted = 'result' in answer && answer.result.command === 'COMMIT';
    if (wasOpen && !isInTransaction(session) && !isCommitted) session.told = {};
    return answer;
  };

  /** Goes with the next statement, which is written at once. */
  function tell(session: Session, lockMs: number): void {
    const { told, client } = session;
    const at = new Date(clock.nowMs()).toISOString();
    const isBegun = isInTransaction(session);
    if (told.clockIs === at && told.lockMs === lockMs && (isBegun || told.nowIs === at)) return;
    // Also the last one, when a transaction ends as its session's.
    client.query({ ...(isBegun ? TELL_CLOCK : TELL_NOW), values: [at, String(lockMs)] }).catch(() => undefined);
    session.told = { nowIs: isBegun ? told.nowIs! : at, clockIs: at, lockMs };
  }

  /** What is written meanwhile is sent in one piece. */
  function inOnePiece<Result>(client: pg.Client, write: () => Result): Result {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    try {
      return write();
    } finally {
      stream.uncork();
    }
  }

  return {
    isInTransaction,
    async open() {
      let session = free.pop();
      if (!session) {
        session = { ...(await connected(`${GUARD_OPTIONS} ${WITHOUT_TIMEOUTS}`)), told: {} };
        session.client.on('error', () => undefined);
      }
      open.add(session);
      return session;
    },
    async close(session) {
      const waits = blocked.find((one) => one.session === session);
      if (waits) await endWait(waits);
      open.delete(session);
      if (isInTransaction(session)) await session.client.query('ROLLBACK');
      session.told = {};
      free.push(session);
      await resume();
    },
    async run(session, query, givesUp, resumeWith) {
      const isImpatient = givesUp || blocked.length > 0;
      const wasOpen = isInTransaction(session);
      const { query_timeout: _, ...sent } = query;
      const running = inOnePiece(session.client, (): Promise<Answer> => {
        tell(session, isImpatient ? IMPATIENT_MS : 0);
        return session.client.query(sent).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        );
      });
      // Whoever is impatient has an answer soon: that the lock was not free.
      const answer = isImpatient ? await running : await answerOrWait(session, running);
      if (!answer) {
        const sinceMs = clock.nowMs();
        blocked.push({ session, sinceMs, answer: running, resume: (late) => resumeWith(ended(session, wasOpen, late)) });
        return undefined;
      }
      ended(session, wasOpen, answer);
      await resume();
      return answer;
    },
    resume,
    async endWaits(longestMs) {
      for (const one of blocked) if (clock.nowMs() - one.sinceMs >= longestMs) await endWait(one);
      await resume();
    },
    get waiting() {
      return blocked.length;
    },
    async ask<Row extends object>(text: string, values: unknown[] = []) {
      return inOnePiece(monitor.client, () => {
        tell(monitor, 0);
        return monitor.client.query<Row>({ text, values, name: statementName(text) });
      }).then(({ rows }) => rows);
    },
    async restore(text, values = []) {
      await restorer.query({ text, values, name: statementName(text) });
    },
    async script(text) {
      await restorer.query(text);
    },
    async stop() {
      await Promise.all([restorer, ...[monitor, ...free, ...open].map(({ client }) => client)].map((client) => client.end()));
    },
  };
}
