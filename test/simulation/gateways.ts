import { tmpdir } from 'node:os';
import { createApp } from '../../src/app.js';
import { createRounds } from '../../src/beacon/rounds.js';
import { createBookTrees } from '../../src/book/tree.js';
import type { App, Context } from '../../src/context.js';
import { DRAW_BACKOFF } from '../../src/draws/draw-worker.js';
import { INSTANT_BACKOFF } from '../../src/instant-prizes/decide.js';
import { createPermutations } from '../../src/lucky-numbers/permutations.js';
import { EXPIRY_BACKOFF } from '../../src/orders/order-expiry.js';
import { createBackoff, type Backoff, type BackoffOptions } from '../../src/platform/backoff.js';
import { createLog } from '../../src/platform/log.js';
import { createDeliveries } from '../../src/webhooks/delivery/deliveries.js';
import { testConfig } from '../support/start.js';
import type { Host } from './network.js';

const SECRET = 'of every process of the simulation, always the same';
const POOL_SIZE = 4;

export interface Person {
  id: string;
  kind: 'USER' | 'ADMIN';
}

/** The process ended before it answered. */
export class NoAnswer extends Error {}

/** The parts of a process of the service, without its timers: the history says when its workers run. */
export interface Gateway {
  host: Host;
  app: App;
  /** Of somebody who asks this gateway. */
  as(person: Person, idempotencyKey?: string): Context;
  learn(person: Person): Promise<void>;
  /** Forgets what it knows of receivers, rounds and prizes, as if its process had just begun. */
  renew(): void;
  /** True when nothing of it is under way. */
  isIdle(): boolean;
  /** Its process ends: who waits for `whileAlive` hears of it at once. */
  end(): void;
  /** What callers see of its work. */
  whileAlive<Result>(work: Promise<Result>): Promise<Result>;
}

/** `unexpected` hears of what its log must not have. */
export function startGateway(name: string, unexpected: (line: string) => void): Gateway {
  const host: Host = { name, isGone: false, frozenToMs: 0 };
  const config = testConfig({
    databaseUrl: `postgresql://simulation@simulation/${name}`,
    dataDir: tmpdir(),
    databasePoolSize: POOL_SIZE,
    jwtSecret: SECRET,
    encryptionKeys: [Buffer.alloc(32, 7)],
    beacon: { chain: 'development', hosts: ['http://beacon'] },
  });
  const log = createLog({ logLevel: 'error' }, { write: (line: string) => host.isGone || unexpected(line) });
  const { app } = createApp(config, log);
  // Which server it is, and whether a pooler is between, is not simulated: two statements for each connection.
  Object.assign(app.db.pool.options, { onConnect: undefined });
  const contexts = new Map<string, Context>();
  const callers = new Set<(error: Error) => void>();

  const contextOf = ({ id, kind }: Person): Promise<Context> =>
    app.contextFor({
      requestId: 'simulation',
      clientAddress: '127.0.0.1',
      authorization: `Bearer ${app.tokens.issue(kind, id).accessToken}`,
      longLived: true,
      accepts: [kind],
    });

  const wakeable = app.features.flatMap(({ workers = [] }) => workers.filter(({ wakeUp }) => wakeUp));
  for (const worker of wakeable) {
    const wakeUp = worker.wakeUp!(app);
    void (async () => {
      for (let again = false; ;) {
        if (!again) await wakeUp.wait(2 ** 30);
        again = await worker.run(app).catch(() => false);
      }
    })();
  }
  return {
    host,
    app,
    as(person, idempotencyKey) {
      const context = contexts.get(person.id);
      if (!context) throw new Error('nobody knows this person');
      return Object.assign(Object.create(context) as Context, { idempotencyKey });
    },
    async learn(person) {
      if (!contexts.has(person.id)) contexts.set(person.id, await contextOf(person));
    },
    renew() {
      app.deliveries = createDeliveries(app);
      app.rounds = createRounds(app);
      app.deciders.clear();
      app.permutations = createPermutations(app);
      app.bookTrees = createBookTrees(app);
      app.drawBackoff = newBackoff(DRAW_BACKOFF);
      app.instantBackoff = newBackoff(INSTANT_BACKOFF);
      app.expiryBackoff = newBackoff(EXPIRY_BACKOFF);
      app.deliveries.start();
    },
    end() {
      host.isGone = true;
      for (const tell of callers) tell(new NoAnswer());
    },
    whileAlive(work) {
      return new Promise((resolve, reject) => {
        callers.add(reject);
        work.finally(() => callers.delete(reject)).then(resolve, reject);
      });
    },
    isIdle() {
      const { totalCount, idleCount, waitingCount } = app.db.pool;
      return totalCount === idleCount && waitingCount === 0;
    },
  };
}

/** Has room for ten thousand failures, of which most histories have none. */
function newBackoff(options: BackoffOptions): Backoff {
  let made: Backoff | undefined;
  return {
    mayTry: (key) => made?.mayTry(key) ?? true,
    failed(key) {
      made ??= createBackoff(options);
      made.failed(key);
    },
    succeeded: (key) => made?.succeeded(key),
  };
}
