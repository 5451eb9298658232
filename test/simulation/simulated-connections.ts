import pg from 'pg';
import type { Query } from '../../src/platform/database/connections.js';
import type { Fault, Host, Message, Network } from './network.js';
import { realMethods, type Answer, type Postgres, type Session } from './postgres.js';

type Callback = (error: unknown, result?: pg.QueryResult) => void;

interface Connection {
  host: Host;
  session: Session | undefined;
  isBroken: boolean;
  callbacks: Set<Callback>;
}

export interface SimulatedConnections {
  /** PostgreSQL ends, and with it every connection. What was not written down by then is rolled back. */
  crash(): Promise<void>;
  /** Those of a host that is gone are noticed at some time. */
  abandon(host: Host): void;
  /** So long the transaction of a host that froze may stay open. */
  endIdle(host: Host): Promise<void>;
  /** Ends what is left of all of them. */
  clear(): Promise<void>;
  uninstall(): void;
}

const FAULTS = ['LOSE_REQUEST', 'LOSE_REPLY', 'REFUSE', 'DELAY', 'CRASH_POSTGRES', 'KILL', 'FREEZE'] as const;
/** PostgreSQL does not refuse the end of a transaction by a conflict: it checked each statement. */
const ENDS = /^(COMMIT|ROLLBACK)/;
const FAULTS_OF_ENDS = FAULTS.filter((fault) => fault !== 'REFUSE');
const LOST = 'Connection terminated unexpectedly';

/**
 * Puts every connection that this process opens with pg onto the simulated network. `hostOf` names the gateway by the name of the database
 * in its URL.
 */
export function installSimulatedConnections(options: {
  postgres: Postgres;
  network: Network;
  hostOf(database: string): Host;
  /** Whether who has to wait for a lock gives up at once, as if its time were over. */
  isImpatient(): boolean;
}): SimulatedConnections {
  const { postgres, network, hostOf, isImpatient } = options;
  const connections = new Map<pg.Client, Connection>();
  const { prototype } = pg.Client;

  const post = (client: pg.Client, connection: Connection, name: string, deliver: Message['deliver']): void =>
    network.post({ from: connection.host, to: 'postgres', name, faults: ENDS.test(name) ? FAULTS_OF_ENDS : FAULTS, deliver });

  /** The client notices at once; the session stays until PostgreSQL notices too. */
  function breakOff(client: pg.Client, connection: Connection): void {
    if (connection.isBroken) return;
    connection.isBroken = true;
    (client as unknown as { _queryable: boolean })._queryable = false;
    const lost = new Error(LOST);
    const waiting = [...connection.callbacks];
    connection.callbacks.clear();
    for (const callback of waiting) callback(lost);
    noticeLater(connection);
    if (client.listenerCount('error') > 0) client.emit('error', lost);
  }

  function noticeLater(connection: Connection): void {
    const { session } = connection;
    if (!session) return;
    connection.session = undefined;
    const close = async (): Promise<string> => {
      if (leftSessions.delete(session)) await postgres.close(session);
      return 'its connection is closed';
    };
    leftSessions.add(session);
    network.post({ from: server, to: connection.host.name, name: 'end', faults: [], deliver: close });
  }

  const server: Host = { name: 'postgres', isGone: false, frozenToMs: 0 };
  const leftSessions = new Set<Session>();

  prototype.connect = function (this: pg.Client, callback?: Callback): unknown {
    const connection: Connection = {
      host: hostOf((this as unknown as { database: string }).database),
      session: undefined,
      isBroken: false,
      callbacks: new Set(),
    };
    connections.set(this, connection);
    return withCallback(callback, (done) => {
      connection.callbacks.add(done);
      post(this, connection, 'connect', async (fault) => {
        if (!connection.callbacks.delete(done)) return 'nobody waits';
        if (fault) {
          connections.delete(this);
          done(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
          return 'refused';
        }
        connection.session = await postgres.open();
        Object.assign(this, { processID: connection.session.pid });
        done(undefined, this as never);
        return 'done';
      });
    });
  } as typeof prototype.connect;

  prototype.query = function (this: pg.Client, asked: string | Query, values?: unknown, callback?: Callback): unknown {
    const given = typeof values === 'function' ? undefined : (values as unknown[] | undefined);
    const config: Query = { ...(typeof asked === 'string' ? { text: asked } : asked) };
    if (given) config.values = given;
    const connection = connections.get(this);
    return withCallback((typeof values === 'function' ? values : callback) as Callback | undefined, (done) => {
      if (!connection || connection.isBroken) {
        process.nextTick(() => done(new Error('Client has encountered a connection error and is not queryable')));
        return;
      }
      const { connectionParameters } = this as unknown as { connectionParameters: { query_timeout?: number } };
      const limitMs = config.query_timeout ?? connectionParameters.query_timeout;
      let timer: NodeJS.Timeout | undefined;
      const answer: Callback = (error, result) => {
        clearTimeout(timer);
        if (error) done(error);
        else done(null, result);
      };
      if (limitMs)
        timer = setTimeout(() => {
          if (connection.callbacks.delete(answer)) done(new Error('Query read timeout'));
        }, limitMs);
      connection.callbacks.add(answer);
      const { text, ...rest } = config;
      const sent: Query = { ...rest, text: text.replace(/; SET LOCAL lock_timeout = \d+$/, '') };
      post(this, connection, nameOf(config), (fault) => run(this, connection, sent, fault, answer));
    });
  } as typeof prototype.query;

  prototype.end = function (this: pg.Client, callback?: () => void): unknown {
    const connection = connections.get(this);
    connections.delete(this);
    if (connection) noticeLater(connection);
    (this as unknown as { _ending: boolean })._ending = true;
    return withCallback(callback, (done) => process.nextTick(() => done(null)));
  } as typeof prototype.end;

  // There is no socket.
  Object.assign(prototype, { ref: () => undefined, unref: () => undefined });

  async function run(
    client: pg.Client,
    connection: Connection,
    sent: Query,
    fault: Fault | undefined,
    answer: Callback,
  ): Promise<string> {
    const { session } = connection;
    if (!session || connection.isBroken) return 'nobody is there';
    if (fault === 'LOSE_REQUEST') {
      breakOff(client, connection);
      return 'nothing was done';
    }
    const reply = (found: Answer): string => {
      if (fault === 'LOSE_REPLY') breakOff(client, connection);
      else if (connection.callbacks.delete(answer)) {
        if ('error' in found) answer(found.error);
        else answer(null, found.result);
      }
      return describe(found);
    };
    const asked = fault === 'REFUSE' ? CONFLICT : sent;
    const isLosable = fault === 'CRASH_POSTGRES' && !postgres.isInTransaction(session) && WITHOUT_WAITING.test(sent.text);
    if (isLosable) await session.client.query('BEGIN');
    const found = await postgres.run(session, asked, isImpatient(), (late) => {
      const host = connection.host;
      const deliver = async (): Promise<string> => {
        if (isLosable && connection.session) await session.client.query('COMMIT');
        return reply(late);
      };
      network.post({ from: server, to: host.name, name: `${nameOf(sent)}, after a lock`, faults: [], deliver });
    });
    if (!found) return 'waits for a lock';
    const said = reply(found);
    if (fault === 'CRASH_POSTGRES') {
      // Whoever believes the reply says so now. The commit was not on disk.
      await settle();
      await crash();
    }
    return said;
  }

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  };

  async function crash(): Promise<void> {
    const all = [...connections].filter(([, { session }]) => session);
    const sessions = [...all.map(([, { session }]) => session!), ...leftSessions];
    leftSessions.clear();
    for (const [, connection] of all) connection.session = undefined;
    for (const session of sessions) await postgres.close(session);
    for (const [client, connection] of all) breakOff(client, connection);
  }

  return {
    crash,
    abandon(host) {
      for (const [client, connection] of connections) {
        if (connection.host !== host) continue;
        connections.delete(client);
        noticeLater(connection);
      }
    },
    async endIdle(host) {
      for (const [client, connection] of connections) {
        const { session } = connection;
        if (connection.host !== host || !session || !postgres.isInTransaction(session)) continue;
        connection.session = undefined;
        await postgres.close(session);
        breakOff(client, connection);
      }
    },
    async clear() {
      const sessions = [...leftSessions, ...[...connections.values()].flatMap(({ session }) => session ?? [])];
      leftSessions.clear();
      for (const connection of connections.values()) connection.session = undefined;
      for (const session of sessions) await postgres.close(session);
      for (const [client, connection] of connections) breakOff(client, connection);
      connections.clear();
    },
    uninstall() {
      Object.assign(prototype, realMethods);
    },
  };
}

const WITHOUT_WAITING = /synchronous_commit/;
const CONFLICT: Query = {
  text: `DO $$ BEGIN RAISE EXCEPTION 'the simulation refuses' USING ERRCODE = 'serialization_failure'; END $$`,
};

function withCallback(callback: Callback | undefined, start: (done: Callback) => void): unknown {
  if (callback) {
    start(callback);
    return undefined;
  }
  return new Promise((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result)));
  });
}

function nameOf({ name, text }: Query): string {
  if (name && !name.startsWith('p_')) return name;
  const [, verb = text, , table = ''] = /^\s*(\w+)(.*?(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"?([a-z_]+))?/is.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

function describe(answer: Answer): string {
  if ('error' in answer) {
    const { code, message } = answer.error as { code?: string; message: string };
    return code ?? message;
  }
  const { command, rowCount } = answer.result;
  return `${command ?? ''} ${rowCount ?? ''}`.trim();
}
