import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from '../../generated/prisma/client.js';
import type { Tracer } from '../tracer.js';
import type { Connections, Query } from './connections.js';
import { isRead, prismaStepName, STATEMENT_STEP } from './statement.js';

type AdapterOptions = NonNullable<ConstructorParameters<typeof PrismaPg>[1]>;

export interface ModelClient {
  prisma: Prisma.TransactionClient;
  end(): void;
  giveBack(): void;
}

export interface ModelClients {
  take(connection: pg.PoolClient): ModelClient;
  close(): Promise<void>;
}

const KEPT_MS = 60_000;

/**
 * Prisma cannot use a connection that is in a transaction, so each client has a pool that lends it one. A client takes 16 MB and
 * is used again, unless a call on it was not awaited. A nested write runs in a savepoint.
 */
export function createModelClients(options: AdapterOptions, tracer: Tracer, keptMs = KEPT_MS): ModelClients {
  const free: { client: BoundClient; expiry: NodeJS.Timeout }[] = [];
  const all = new Set<BoundClient>();

  const takeFree = (): BoundClient | undefined => {
    const last = free.pop();
    clearTimeout(last?.expiry);
    return last?.client;
  };
  function letGo(client: BoundClient): void {
    all.delete(client);
    client.prisma.$disconnect().catch(() => undefined);
  }
  function keep(client: BoundClient): void {
    const expiry = setTimeout(() => {
      free.splice(
        free.findIndex((kept) => kept.client === client),
        1,
      );
      letGo(client);
    }, keptMs).unref();
    free.push({ client, expiry });
  }

  return {
    take(connection) {
      const client = takeFree() ?? createBoundClient(options, tracer);
      all.add(client);
      client.bind(connection);
      return {
        prisma: client.prisma,
        end() {
          client.bind(undefined);
        },
        giveBack() {
          if (client.isBusy()) letGo(client);
          else keep(client);
        },
      };
    },
    async close() {
      for (const { expiry } of free) clearTimeout(expiry);
      await Promise.all([...all].map(({ prisma }) => prisma.$disconnect()));
    },
  };
}

export function createModelClient(connections: Connections, options: AdapterOptions, tracer: Tracer): PrismaClient {
  const pool = poolThat({
    query: (query) =>
      tracer.step(
        () => prismaStepName(query.text),
        STATEMENT_STEP,
        () => connections.send(query, isRead(query.text)),
      ),
    connect: () => connections.connect(),
  });
  return new PrismaClient({ adapter: new PrismaPg(pool, options) });
}

/** For Prisma's adapter; has no connections. */
function poolThat({ query, connect }: { query(query: Query): Promise<unknown>; connect?(): Promise<pg.PoolClient> }): pg.Pool {
  const pool = new pg.Pool();
  pool.query = query as unknown as typeof pool.query;
  if (connect) pool.connect = connect as typeof pool.connect;
  return pool;
}

interface BoundClient {
  prisma: PrismaClient;
  bind(connection: pg.PoolClient | undefined): void;
  isBusy(): boolean;
}

function createBoundClient(options: AdapterOptions, tracer: Tracer): BoundClient {
  let bound: pg.PoolClient | undefined;
  let inFlight = 0;
  let depth = 0;
  const pool = poolThat({
    async query(query) {
      const connection = bound;
      if (!connection) throw new Error('the transaction of this Prisma client is over');
      inFlight += 1;
      try {
        const name = (): string => prismaStepName(query.text);
        return await tracer.step(name, STATEMENT_STEP, () => connection.query(query));
      } finally {
        inFlight -= 1;
      }
    },
  });

  const factory = new PrismaPg(pool, options);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.startTransaction = async () => {
      const name = `nested_${(depth += 1)}`;
      const run = async (sql: string): Promise<void> => {
        await adapter.executeRaw({ sql, args: [], argTypes: [] });
      };
      await run(`SAVEPOINT ${name}`);
      return {
        provider: adapter.provider,
        adapterName: adapter.adapterName,
        // Otherwise Prisma sends COMMIT and ends the whole transaction.
        options: { usePhantomQuery: true },
        queryRaw: (query) => adapter.queryRaw(query),
        executeRaw: (query) => adapter.executeRaw(query),
        async commit() {
          depth -= 1;
          await run(`RELEASE SAVEPOINT ${name}`);
        },
        async rollback() {
          depth -= 1;
          await run(`ROLLBACK TO SAVEPOINT ${name}`);
        },
      };
    };
    return adapter;
  };
  return {
    prisma: new PrismaClient({ adapter: factory }),
    bind(connection) {
      bound = connection;
    },
    isBusy: () => inFlight > 0 || depth > 0,
  };
}
