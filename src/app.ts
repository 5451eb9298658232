import type { Config } from './config.js';
import type { App, Context, Loaders } from './context.js';
import { requireOrder, type Feature } from './feature.js';
import { features as allFeatures } from './features.js';
import { graphqlTexts } from './graphql/graphql.texts.js';
import { absentGuards } from './platform/database/absent-guards.js';
import { openDatabase } from './platform/database/database.js';
import { createOwnAddress } from './platform/http/own-address.js';
import { createOneExport } from './platform/http/one-export.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { Log } from './platform/log.js';
import { createMetrics, type Metrics } from './platform/metrics.js';
import { platformTexts } from './platform/platform.texts.js';
import { createRateLimits } from './platform/rate-limits.js';
import { restTexts } from './rest/rest.texts.js';
import { addTexts } from './platform/texts.js';
import { createTokens } from './platform/tokens.js';
import { NO_TRACER, type Tracer } from './platform/tracer.js';

export function createApp(
  config: Config & { databaseUrl: string },
  log: Log,
  tracer: Tracer = NO_TRACER,
  features: readonly Feature[] = allFeatures,
): { app: App; close(): Promise<void> } {
  requireOrder(features);
  for (const texts of [platformTexts, graphqlTexts, restTexts, ...features.map((feature) => feature.texts ?? {})])
    addTexts(texts);
  const metrics = createMetrics();
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    preparedStatements: config.preparedStatements,
    tracer,
    onError: (error) => log.warn({ err: error, event: 'database.connection.failed' }, 'a database connection failed'),
    onUnchecked: (error) =>
      log.warn({ err: error, event: 'database.server.unknown' }, 'the role may not ask which server the database is on'),
    replica: config.replicaDatabaseUrl === undefined ? undefined : replicaAt(config.replicaDatabaseUrl, log, metrics),
  });
  const address = createOwnAddress(config.publicUrl);
  const rateLimits = createRateLimits({ ceilings: config.rateCeilings, db, secret: config.jwtSecret });
  const tokens = createTokens(config.jwtSecret);
  const oneExport = createOneExport({
    db,
    onFailure: (error) => log.warn({ err: error, event: 'exports.lease.failed' }, 'an export could not renew or end its lease'),
  });
  const base = { config, db, log, metrics, tracer, features, address, tokens, rateLimits, oneExport };
  const app = Object.assign(base, { contextFor: (info: RequestInfo) => contextFor(app, info, loadersOf) }) as unknown as App;
  const loadersOf = createLoaders(app);
  for (const feature of features) {
    Object.assign(app, feature.parts?.(app));
    for (const source of feature.figures?.(app) ?? []) metrics.addSource(source);
  }
  metrics.addSource(absentGuards(db));
  metrics.watch({
    subscriptions: () => Object.assign({}, ...features.map(({ subscribers }) => subscribers?.(app))) as Record<string, number>,
    databaseConnections: () => {
      const { totalCount, idleCount, waitingCount } = db.pool;
      return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
  });
  return {
    app,
    async close() {
      for (const { close } of features.toReversed()) await close?.(app);
      await db.close();
    },
  };
}

function replicaAt(url: string, log: Log, metrics: Metrics): Parameters<typeof openDatabase>[0]['replica'] {
  return {
    url,
    onRead: (place) => metrics.readerAnswered(place),
    onUnused: (error) =>
      log.warn({ err: error, event: 'database.replica.unused' }, 'the replica is not used: the primary reads for it'),
    onUsed: () => log.info({ event: 'database.replica.used' }, 'the replica is used again'),
  };
}

async function contextFor(app: App, info: RequestInfo, loadersOf: ReturnType<typeof createLoaders>): Promise<Context> {
  const caller = await app.authenticate(info);
  // The parts are inherited: copying them would be most of this work.
  return Object.assign(Object.create(app) as App, {
    principal: caller.principal,
    token: caller.token,
    tokenProblem: caller.tokenProblem,
    requestId: info.requestId,
    clientAddress: info.clientAddress,
    userAgent: info.userAgent,
    acceptLanguage: info.acceptLanguage,
    idempotencyKey: info.idempotencyKey,
    deviceToken: info.deviceToken,
    deviceCookie: info.deviceCookie,
    setCookie: info.setCookie,
    loaders: loadersOf({ cache: !info.longLived }),
  });
}

interface LoaderOptions {
  cache: boolean;
}

/** Each loader of a request is made when it is first used: most requests need one or none. */
function createLoaders(app: App): (options: LoaderOptions) => Loaders {
  const declared = Object.assign({}, ...app.features.map(({ loaders }) => loaders)) as Record<string, LoaderOf>;
  const prototype = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(declared).map(([name, create]) => [
        name,
        {
          get(this: { options: LoaderOptions }) {
            const value = create(app, this.options);
            Object.defineProperty(this, name, { value });
            return value;
          },
        },
      ]),
    ),
  );
  return (options) => Object.assign(Object.create(prototype) as Loaders, { options });
}

type LoaderOf = (app: App, options: LoaderOptions) => unknown;
