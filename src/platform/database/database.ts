import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from '../../generated/prisma/client.js';
import { sha256 } from '../crypto.js';
import { createModelClients, type ModelClient } from './model-client.js';
import { isAnswerOfPostgres, isConnectionLost, isRetryable, retrying } from './retry.js';
import { begin, wasCommitted } from './transaction-outcome.js';

const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

/** A hot statement: prepared once a connection under its name. */
export interface Statement<Row extends object> {
  name: string;
  text: string;
  /** Never set: carries the row's type. */
  row?: Row;
}

/** Names a statement and the row it answers with. int8 arrives as bigint, timestamptz as Date, bytea as Buffer. */
export function statement<Row extends object>(name: string, text: string): Statement<Row> {
  return { name, text };
}

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
  prisma: PrismaClient;
  /**
   * The one way to write: a READ COMMITTED transaction, run again from its start after a serialization failure, a deadlock or a
   * lost connection. When the reply to COMMIT is lost, Postgres is asked what became of the transaction: one that was committed is
   * answered as such and not run again. Only what the last run registered with `afterCommit` is told.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') {
    if (oid.valueOf() === INT8) return BigInt;
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
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'raffle-gateway',
  });
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', options.onError);
  // Nor does the pool listen to a connection that is lent: one that breaks between two statements would end the process
  // too. The next statement on it fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const adapterOptions = {
    onPoolError: options.onError,
    ...(options.preparedStatements && { statementNameGenerator: (query: { sql: string }) => statementName(query.sql) }),
  };
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, adapterOptions),
    transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS, timeout: STATEMENT_TIMEOUT_MS },
  });
  const modelClients = createModelClients(adapterOptions);

  const run = async <Row extends object>(
    client: pg.Pool | pg.PoolClient,
    { name, text }: Statement<Row>,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const query = { text, values, types, ...(options.preparedStatements && { name }) };
    return (await client.query<Row>(query)).rows;
  };

  async function transactionOnce<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    const toTell: (() => void)[] = [];
    let models: ModelClient | undefined;
    let broken: Error | undefined;
    let transactionId: string | undefined;
    let isCommitting = false;
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
      const { command } = await client.query('COMMIT');
      isCommitting = false;
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
    } catch (error) {
      models?.end();
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      // What Postgres itself answered to COMMIT is known.
      const isUnknown = isCommitting && (isConnectionLost(error) || !isAnswerOfPostgres(error));
      if (!isUnknown || !(await wasCommitted(pool, transactionId ?? ''))) throw error;
    } finally {
      models?.giveBack();
      client.release(broken);
    }
    for (const tell of toTell) tell();
    return result!;
  }

  return {
    prisma,
    pool,
    query: (stmt, values) => run(pool, stmt, values),
    transaction: (work) => retrying(() => transactionOnce(work), isRetryable),
    async close() {
      await Promise.all([prisma.$disconnect(), modelClients.close()]);
      await pool.end();
    },
  };
}

const names = new Map<string, string>();
const NAMES_LIMIT = 5_000;

/** A short stable name for a text of Prisma's. Bounded: past the limit a name is computed and not kept. */
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `p_${sha256(text).toString('hex', 0, 12)}`;
  if (names.size < NAMES_LIMIT) names.set(text, name);
  return name;
}
