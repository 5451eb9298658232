import pg from 'pg';
import type { Query } from '../../src/platform/database/connections.js';
import { GUARD_OPTIONS } from '../../src/platform/database/guards.js';
import { statementName } from '../../src/platform/database/statement.js';
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
  knownTime: string | undefined;
}

export type Answer = { result: pg.QueryResult } | { error: unknown };

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
  stop(): Promise<void>;
}

export async function connectPostgres(databaseUrl: string, clock: VirtualClock): Promise<Postgres> {
  const clientOf = (options: string): pg.Client =>
    new OwnClient(Object.assign({ connectionString: databaseUrl, options }, { pipeline: true }));
  const monitor = clientOf('');
  await monitor.connect();
  const free: Session[] = [];
  const open = new Set<Session>();
  let blocked: Blocked[] = [];
  let askedAt = '';

  const statusOf = (client: pg.Client): string | null =>
    (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus();
  const isInTransaction = (session: Session): boolean => statusOf(session.client) !== 'I';

  const isWaitingForLock = async (session: Session): Promise<boolean> => {
    const { rows } = await monitor.query<{ waits: boolean }>({
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
    await monitor.query('SELECT pg_cancel_backend($1)', [one.session.pid]);
    const answer = await one.answer;
    blocked = blocked.filter((other) => other !== one);
    if ('error' in answer && answer.error instanceof pg.DatabaseError && answer.error.code === '57014')
      Object.assign(answer.error, { code: '55P03', message: 'canceling statement due to lock timeout' });
    one.resume(answer);
  }

  /** What was set in a transaction may be gone with it. */
  const ended = (session: Session, wasOpen: boolean, answer: Answer): Answer => {
    if (wasOpen && !isInTransaction(session)) session.knownTime = undefined;
    return answer;
  };

  return {
    isInTransaction,
    async open() {
      let session = free.pop();
      if (!session) {
        const client = clientOf(`${GUARD_OPTIONS} ${WITHOUT_TIMEOUTS}`);
        client.on('error', () => undefined);
        await client.connect();
        session = { client, pid: (client as unknown as { processID: number }).processID, knownTime: undefined };
      }
      open.add(session);
      return session;
    },
    async close(session) {
      const waits = blocked.find((one) => one.session === session);
      if (waits) await endWait(waits);
      open.delete(session);
      if (isInTransaction(session)) await session.client.query('ROLLBACK');
      session.knownTime = undefined;
      free.push(session);
      await resume();
    },
    async run(session, query, givesUp, resumeWith) {
      const isImpatient = givesUp || blocked.length > 0;
      const { client } = session;
      const wasOpen = isInTransaction(session);
      const time = `${new Date(clock.nowMs()).toISOString()} ${isImpatient}`;
      if (session.knownTime !== time) {
        const [at] = time.split(' ');
        // Also the last one, when a transaction ends as its session's.
        const begins = wasOpen ? '' : `SET simulation.now = '${at}'; `;
        const lockMs = isImpatient ? IMPATIENT_MS : 0;
        client
          .query(
            `${begins}SET simulation.clock = '${at}'; SET simulation.lock_timeout = '${lockMs}'; SET lock_timeout = ${lockMs}`,
          )
          .catch(() => undefined);
        session.knownTime = time;
      }
      const { query_timeout: _, ...sent } = query;
      const running: Promise<Answer> = client.query(sent).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
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
    async ask<Row extends object>(text: string, values?: unknown[]) {
      const at = new Date(clock.nowMs()).toISOString();
      if (at !== askedAt) monitor.query(`SET simulation.now = '${at}'; SET simulation.clock = '${at}'`).catch(() => undefined);
      askedAt = at;
      const name = text.includes(';') ? undefined : statementName(text);
      return (await monitor.query<Row>({ text, values: values ?? (name ? [] : undefined), name } as pg.QueryConfig)).rows;
    },
    async stop() {
      await Promise.all([monitor, ...[...free, ...open].map(({ client }) => client)].map((client) => client.end()));
    },
  };
}
