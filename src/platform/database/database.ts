import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js';
import { ANSWER_MS, CONNECTION_WAIT_MS, QUEUE_WAIT_MS } from '../deadlines.js';
import { NO_TRACER, type Tracer } from '../tracer.js';
import { createKeyedSemaphore } from '../keyed-semaphore.js';
import { createConnections, type Query } from './connections.js';
import { isConnectionLost, isConnectionSpent, isLockTimeout, markFromDatabase } from './errors.js';
import { askIfPooled, GUARD_OPTIONS, reportGuards, STATEMENT_TIMEOUT_MS, type GuardReport } from './guards.js';
import { keepIdsAhead } from './ids-ahead.js';
import { createModelClient, createModelClients, type ModelClient } from './model-client.js';
import { openReplica, type Place } from './replica.js';
import { isRetryable, retrying } from './retry.js';
import { STATEMENT_STEP, statementName, type Sql, type Statement } from './statement.js';
import { askWitness, awaitTurn, begin, newWitnessId, wasCommitted } from './transaction-outcome.js';
import { refuse } from '../domain-error.js';

const ROLLBACK_TIMEOUT_MS = 2_000;
const MAX_WAITING = 1_000;

export interface Transaction extends Sql {
  readonly prisma: Prisma.TransactionClient;
  /** Calls `tell` after the commit: to drop caches and wake workers. */
  afterCommit(tell: () => void): void;
}

interface TransactionOptions {
  lockTimeoutMs?: number;
}

export interface Database extends Sql {
  /** Made when it is first used: it takes 16 MB. */
  readonly prisma: PrismaClient;
  /**
   * READ COMMITTED. Runs again after a conflict or a lost connection, unless it committed. UnknownOutcomeError if nobody can say. A
   * statement waits `lockTimeoutMs` for a lock, otherwise LOCK_TIMEOUT_MS.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Runs one transaction at a time for each name, so that those that wait hold no connection. UNAVAILABLE after a while. */
  queuedBy(...names: string[]): { transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> };
  /** For one statement whose values are computed once the connection is there. It inserts the witness, and is never sent again. */
  lend<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** After a lost reply: whether what inserts this witness committed. If not, it never will. UnknownOutcomeError if nobody can say. */
  wasCommitted(witnessId: string): Promise<boolean>;
  /**
   * For exports, figures and proofs, never for what its caller has just written: they are read from the replica, if there is one. At most
   * `maxAgeMs` older than what the primary had committed when the first statement was asked; without it no older.
   */
  reader(maxAgeMs?: number): Sql;
  /** Asks a connection of now: behind a pooler the settings of the role decide, and they may change. */
  guards(): Promise<GuardReport>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') {
    if (oid.valueOf() === INT8) return BigInt;
    // As Prisma has it: midnight UTC.
    if (oid.valueOf() === DATE) return (text: string) => new Date(text);
    if (oid.valueOf() === INT8_ARRAY) return (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(BigInt);
    return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
  },
};

export function openDatabase(options: {
  url: string;
  poolSize: number;
  preparedStatements: boolean;
  onError: (error: Error) => void;
  /** Once: the role may not ask which server this is. See ids-ahead.ts. */
  onUnchecked?: (error: Error) => void;
  tracer?: Tracer;
  replica?: { url: string; onRead(place: Place): void; onUnused(reason: Error): void; onUsed(): void } | undefined;
}): Database {
  const { tracer = NO_TRACER } = options;
  let isUnchecked = false;
  const onUnchecked = (error: Error): void => {
    if (!isUnchecked) options.onUnchecked?.(error);
    isUnchecked = true;
  };
  const pooled = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    application_name: 'raffle-gateway',
    // Not `verify`: the pool would give the connection to a caller that has stopped waiting, and never get it back.
    onConnect: async (client) => {
      if (await askIfPooled(client)) pooled.add(client);
      await keepIdsAhead(client, onUnchecked);
    },
    options: GUARD_OPTIONS,
  });
  let isClosed = false;
  // A database that is stopped after the pool may break connections that the pool just closed.
  const onError = (error: Error): void => {
    markFromDatabase(error);
    if (!isClosed) options.onError(error);
  };
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const connections = createConnections(pool, (client) => pooled.has(client));

  const adapterOptions = {
    onPoolError: onError,
    ...(options.preparedStatements && { statementNameGenerator: (query: { sql: string }) => statementName(query.sql) }),
  };
  let prisma: PrismaClient | undefined;
  const modelClients = createModelClients(adapterOptions, tracer);
  const queues = createKeyedSemaphore({
    maxWaitMs: QUEUE_WAIT_MS,
    maxWaiting: MAX_WAITING,
    refusal: () => refuse('platform.tooManyChanges'),
  });

  const queryOf = ({ name, text, answeredWithinMs }: Statement<object>, values: unknown[] = []): Query => ({
    text,
    values,
    types,
    query_timeout: answeredWithinMs,
    ...(options.preparedStatements && { name }),
  });
  const run = <Row extends object>(client: pg.PoolClient, stmt: Statement<Row>, values?: unknown[]): Promise<Row[]> =>
    tracer.step(stmt.name, STATEMENT_STEP, async () => {
      const { rows } = await client.query<Row>(queryOf(stmt, values));
      connections.assertReplicated(client);
      return rows;
    });

  const send = <Row extends object>(stmt: Statement<Row>, values?: unknown[]): Promise<Row[]> =>
    tracer.step(
      stmt.name,
      STATEMENT_STEP,
      async () => (await connections.send<Row>(queryOf(stmt, values), stmt.repeatable)).rows,
    );
  const replica = options.replica && openReplica({ ...options.replica, primary: { query: send }, queryOf });
  const isCommitted = (witnessId: string): Promise<boolean> =>
    wasCommitted((id, answeredWithinMs) => send({ ...askWitness, answeredWithinMs }, [id]), witnessId);

  async function lent<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await connections.connect();
    let failure: unknown;
    try {
      if (pooled.has(client)) await awaitTurn(client);
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      connections.release(client, failure);
    }
  }

  async function transactionOnce<Result>(
    work: (tx: Transaction) => Promise<Result>,
    endsAtMs: number,
    lockTimeoutMs?: number,
  ): Promise<Result> {
    const client = await connections.connect(endsAtMs);
    const toTell: (() => void)[] = [];
    let models: ModelClient | undefined;
    const witnessId = newWitnessId();
    let isCommitting = false;
    let failure: { error: unknown; isUnknown: boolean } | undefined;
    let broken: unknown;
    let result: Result;
    try {
      await begin(client, witnessId, lockTimeoutMs);
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
      // After a statement that failed, even one that was caught, Postgres answers COMMIT with ROLLBACK.
      const commit: Query = { text: 'COMMIT', query_timeout: ANSWER_MS };
      const { command } = await tracer.step('COMMIT', STATEMENT_STEP, () => client.query(commit));
      connections.assertReplicated(client);
      isCommitting = false;
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
    } catch (error) {
      models?.end();
      // While a transaction is open the database is the only thing asked over a network.
      if (isConnectionLost(error)) markFromDatabase(error);
      failure = { error, isUnknown: isCommitting };
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
    // Asked after the release: when all connections broke at once there may be no other.
    if (failure && !(failure.isUnknown && (await isCommitted(witnessId)))) throw failure.error;
    for (const tell of toTell) tell();
    return result!;
  }

  const transaction = <Result>(
    work: (tx: Transaction) => Promise<Result>,
    retryable = isRetryable,
    endsAtMs = performance.now() + CONNECTION_WAIT_MS,
    { lockTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> => retrying(() => transactionOnce(work, endsAtMs, lockTimeoutMs), retryable, endsAtMs);

  const db: Database = {
    get prisma() {
      prisma ??= createModelClient(connections, adapterOptions, tracer);
      return prisma;
    },
    pool,
    query: send,
    transaction: (work, options) => transaction(work, undefined, undefined, options),
    queuedBy: (...names) => ({
      transaction(work) {
        const endsAtMs = performance.now() + QUEUE_WAIT_MS;
        return queues.run(names, () => transaction(work, (error) => isRetryable(error) || isLockTimeout(error), endsAtMs));
      },
    }),
    lend: (work) => lent((client) => work({ query: (stmt, values) => run(client, stmt, values) })),
    wasCommitted: isCommitted,
    reader: (maxAgeMs = 0) => replica?.reader(maxAgeMs) ?? db,
    guards: () => lent(reportGuards),
    async close() {
      isClosed = true;
      await Promise.all([prisma?.$disconnect(), modelClients.close(), replica?.close()]);
      await pool.end();
    },
  };
  return db;
}
