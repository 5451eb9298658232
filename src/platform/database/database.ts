import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js';
import { ANSWER_MS, CONNECTION_WAIT_MS, LOCK_TIMEOUT_MS, TURN_WAIT_MS } from '../deadlines.js';
import { NO_TRACER, type Tracer } from '../tracer.js';
import { createKeyedSemaphore } from '../keyed-semaphore.js';
import { createConnections, type Query } from './connections.js';
import { isConnectionLost, isConnectionSpent, isLockTimeout, sqlstateOf, markFromDatabase } from './errors.js';
import { createModelClient, createModelClients, type ModelClient } from './model-client.js';
import { isRetryable, retrying } from './retry.js';
import { STATEMENT_STEP, statementName, type Statement } from './statement.js';
import { begin, wasCommitted } from './transaction-outcome.js';

const STATEMENT_TIMEOUT_MS = 15_000;
/** What a process that was stopped had locked is free again before others are refused for it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 1_500;
const ROLLBACK_TIMEOUT_MS = 2_000;
/**
 * A statement is planned once a connection: anew for each page of orders it took three times as long as running. One plan has to be
 * right whatever it was made on, tables that were empty then have millions of rows later, so it goes by an index wherever there is
 * one, and is neither compiled nor run by several processes: that pays for statements that read a lot, of which there are none.
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0';
/** Transactions that wait for their turn at one contended row. */
const MAX_WAITING = 1_000;
const HELD_UP = 'Too much is being changed there at once, and nothing was done of this: try again in a moment.';

/** Runs statements, on any connection or inside one transaction. */
export interface Sql {
  query<Row extends object>(statement: Statement<Row>, values?: unknown[]): Promise<Row[]>;
}

/** What the work of one transaction uses: statements and Prisma's model API, both on its connection. */
export interface Transaction extends Sql {
  /** Prisma's model API. Costs nothing until it is first used. */
  readonly prisma: Prisma.TransactionClient;
  /** Runs `tell` once the transaction has committed, and never when it has not: for caches to drop and workers to wake. */
  afterCommit(tell: () => void): void;
}

/** The one pool of the process: `prisma` for what is not hot, statements for what is. */
export interface Database extends Sql {
  /** Made when it is first asked for: it takes some 16 MB. */
  readonly prisma: PrismaClient;
  /**
   * The one way to write: a READ COMMITTED transaction, run again from its start after a serialization failure, a deadlock or a
   * lost connection. When the reply to COMMIT is lost, Postgres is asked what became of the transaction: one that was committed is
   * answered as such and not run again. Only what the last run registered with `afterCommit` is told.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Transactions that lock the contended rows of these names: one at a time each, so that those who wait for a row wait here and
   * take no connection from the others. Run again, too, when a lock was not to be had in time. UNAVAILABLE when the turn does not come.
   */
  inTurn(...names: string[]): Pick<Database, 'transaction'>;
  /**
   * Lends a connection without a transaction, for one statement whose values are made once it can be sent. It is sent once: of what
   * becomes of it when the connection is lost, the caller has to know.
   */
  lend<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') {
    if (oid.valueOf() === INT8) return BigInt;
    // As Prisma has it: midnight UTC, whatever this machine's time zone.
    if (oid.valueOf() === DATE) return (text: string) => new Date(text);
    if (oid.valueOf() === INT8_ARRAY) return (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(BigInt);
    return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
  },
};

/** Opens the pool; nothing connects before the first query. */
export function openDatabase(options: {
  url: string;
  poolSize: number;
  preparedStatements: boolean;
  onError: (error: Error) => void;
  tracer?: Tracer;
}): Database {
  const { tracer = NO_TRACER } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'raffle-gateway',
    ...(options.preparedStatements && { options: PLANNING }),
  });
  let isClosed = false;
  // Connections end a moment after the pool has, which a database that is stopped next may do for them.
  const onError = (error: Error): void => {
    markFromDatabase(error);
    if (!isClosed) options.onError(error);
  };
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', onError);
  // Nor does the pool listen to a connection that is lent: one that breaks between two statements would end the process
  // too. The next statement on it fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const connections = createConnections(pool);

  const adapterOptions = {
    onPoolError: onError,
    ...(options.preparedStatements && { statementNameGenerator: (query: { sql: string }) => statementName(query.sql) }),
  };
  let prisma: PrismaClient | undefined;
  const modelClients = createModelClients(adapterOptions, tracer);
  const turns = createKeyedSemaphore({ maxWaitMs: TURN_WAIT_MS, maxWaiting: MAX_WAITING, refusal: HELD_UP });

  const queryOf = ({ name, text, answeredWithinMs }: Statement<object>, values: unknown[] = []): Query => ({
    text,
    values,
    types,
    query_timeout: answeredWithinMs,
    ...(options.preparedStatements && { name }),
  });
  const run = <Row extends object>(client: pg.PoolClient, stmt: Statement<Row>, values?: unknown[]): Promise<Row[]> =>
    tracer.step(stmt.name, STATEMENT_STEP, async () => (await client.query<Row>(queryOf(stmt, values))).rows);

  async function transactionOnce<Result>(work: (tx: Transaction) => Promise<Result>, endsAtMs: number): Promise<Result> {
    const client = await connections.connect(endsAtMs);
    const toTell: (() => void)[] = [];
    let models: ModelClient | undefined;
    let transactionId: string | undefined;
    let isCommitting = false;
    let failure: { error: unknown; isUnknown: boolean } | undefined;
    let broken: unknown;
    let result: Result;
    try {
      transactionId = await begin(client);
      result = await work({
        query: (stmt, values) => run(client, stmt, values),
        get prisma() {
          models ??= modelClients.take(client);
          return models.prisma;
        },
        afterCommit: (tell) => void toTell.push(tell),
      });
      models?.end();
      isCommitting = true;
      // After a failed statement, also one whose error was caught, Postgres answers COMMIT with a rollback.
      const commit: Query = { text: 'COMMIT', query_timeout: ANSWER_MS };
      const { command } = await tracer.step('COMMIT', STATEMENT_STEP, () => client.query(commit));
      isCommitting = false;
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
    } catch (error) {
      models?.end();
      // Nothing else is asked over a network while a transaction is open.
      if (isConnectionLost(error)) markFromDatabase(error);
      // What Postgres itself answered to COMMIT is known.
      failure = { error, isUnknown: isCommitting && (isConnectionLost(error) || sqlstateOf(error) === undefined) };
      if (isConnectionSpent(error)) broken = error;
      else {
        const rollback: Query = { text: 'ROLLBACK', query_timeout: ROLLBACK_TIMEOUT_MS };
        await client.query(rollback).catch((rollbackError: unknown) => {
          broken = rollbackError;
        });
      }
    } finally {
      models?.giveBack();
      connections.release(client, broken);
    }
    // Asked on another connection, when this one is given back: when all are lost at once there is no other.
    if (failure && !(failure.isUnknown && (await wasCommitted(connections, transactionId ?? '')))) throw failure.error;
    for (const tell of toTell) tell();
    return result!;
  }

  const transaction = <Result>(
    work: (tx: Transaction) => Promise<Result>,
    retryable = isRetryable,
    endsAtMs = performance.now() + CONNECTION_WAIT_MS,
  ): Promise<Result> => retrying(() => transactionOnce(work, endsAtMs), retryable, endsAtMs);

  return {
    get prisma() {
      prisma ??= createModelClient(connections, adapterOptions, tracer);
      return prisma;
    },
    pool,
    query: <Row extends object>(stmt: Statement<Row>, values?: unknown[]) =>
      tracer.step(
        stmt.name,
        STATEMENT_STEP,
        async () => (await connections.send<Row>(queryOf(stmt, values), stmt.repeatable)).rows,
      ),
    transaction: (work) => transaction(work),
    inTurn: (...names) => ({
      transaction(work) {
        const endsAtMs = performance.now() + TURN_WAIT_MS;
        return turns.take(names, () => transaction(work, (error) => isRetryable(error) || isLockTimeout(error), endsAtMs));
      },
    }),
    async lend(work) {
      const client = await connections.connect();
      let failure: unknown;
      try {
        return await work({ query: (stmt, values) => run(client, stmt, values) });
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        connections.release(client, failure);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([prisma?.$disconnect(), modelClients.close()]);
      await pool.end();
    },
  };
}
