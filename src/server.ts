import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { createApp } from './app.js';
import type { Config } from './config.js';
import type { App } from './context.js';
import type { Feature } from './feature.js';
import { features as allFeatures } from './features.js';
import { createApollo } from './graphql/apollo.js';
import { withPlugins, type Plugin } from './graphql/apollo-plugins.js';
import { createDocuments } from './graphql/documents.js';
import { createExecutor } from './graphql/executor.js';
import { mountGraphql } from './graphql/http.js';
import { mountIde, mountRestDocs, testBankFor } from './development/development-pages.js';
import { LIMITS } from './graphql/limits.js';
import { mountWebSocket } from './graphql/websocket.js';
import { createPages } from './pages/pages.js';
import { mountCompression } from './platform/http/send.js';
import { createOrigins, mountCors } from './platform/http/cors.js';
import { summarizeOutages } from './platform/database/outage-log.js';
import { createHostCheck, mountHosts } from './platform/http/hosts.js';
import { mountHealth } from './platform/http/health.js';
import { answerError, mountJsonErrors, mountRetryAfter } from './platform/http/json-errors.js';
import { listenOnFreePort } from './platform/http/listening.js';
import { createMetricsAccess, mountMetrics } from './platform/http/metrics-route.js';
import { refuseUnreadable } from './platform/http/raw-answer.js';
import { mountRequestId, REQUEST_ID_HEADER, requestIdOf } from './platform/http/request-info.js';
import { answerHeaders, mountHeaders } from './platform/http/security-headers.js';
import type { Log } from './platform/log.js';
import { mountRequestTraces, withTraceIds } from './platform/tracing/request-traces.js';
import { startTracing } from './platform/tracing/start-tracing.js';
import { mountOpenApi } from './rest/openapi.js';
import { mountRest } from './rest/router.js';
import { openApiOf } from './openapi.js';
import { routesOf } from './routes.js';
import { createSchema, schema as wholeSchema } from './schema.js';
import { startWorkers } from './workers.js';

/** A payment provider may take this long. */
const STOP_GRACE_MS = 10_000;

/** `stop` finishes current requests; it may be called twice. */
export interface Server {
  url: string;
  app: App;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Before the process works or listens. */
  prepare?(app: App): Promise<void>;
  apolloPlugins?: readonly Plugin[];
  features?: readonly Feature[];
}

/** On a migrated database. Tests start exactly this. */
export async function startServer(
  config: Config & { databaseUrl: string },
  everyLine: Log,
  { prepare, apolloPlugins = [], features = allFeatures }: ServerOptions = {},
): Promise<Server> {
  const quietLog = summarizeOutages(everyLine);
  const tracing = config.tracing && (await startTracing(config.tracing, quietLog));
  const log = tracing ? withTraceIds(quietLog, tracing) : quietLog;
  const { app, close: closeApp } = createApp(config, log, tracing?.tracer, features);
  const close = async (): Promise<void> => {
    await closeApp();
    await tracing?.stop();
  };
  const prepared = prepare?.(app);
  prepared?.catch(() => undefined);

  const schema = features === allFeatures ? wholeSchema : createSchema(features);
  const routes = routesOf(features, schema);
  const documents = createDocuments(schema, { hideSuggestions: config.production });
  const withHooks = withPlugins(createExecutor({ app, schema, answersAreChanged: apolloPlugins.length > 0 }), apolloPlugins);
  const { executor } = withHooks;
  const testBank = (origin: string) => testBankFor(app, origin);
  const pages = createPages({ app, executor, testBank });

  const { requestLimits } = config;
  // With pino's type all of Fastify's types would name pino.
  const loggerInstance: FastifyBaseLogger = log;
  const headers = answerHeaders(config);
  const fastify = Fastify({
    loggerInstance,
    // A logger for each request costs time; lines name their request themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytes,
    // Nothing is coerced, and all problems are reported. Checking our own schemas against the meta-schema takes longer than
    // compiling them.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, validateSchema: false } },
    trustProxy: config.trustedProxies,
    genReqId: ({ headers: sent }) => requestIdOf(sent),
    // Node defaults to 60 seconds for the head, swaps the two if the head's is longer, and checks every 30.
    requestTimeout: requestLimits.wholeMs,
    http: {
      headersTimeout: requestLimits.headMs,
      requestTimeout: requestLimits.wholeMs,
      connectionsCheckingInterval: requestLimits.checkMs,
    },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: refuseUnreadable(headers),
    frameworkErrors(error, request, reply) {
      reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
      void answerError(request, reply, { error, pageFor: pages.problemFor });
    },
  });
  mountRequestId(fastify);
  mountHeaders(fastify, headers);
  const hostCheck = createHostCheck(config);
  mountHosts(fastify, hostCheck);
  if (tracing) mountRequestTraces(fastify, tracing);
  const refuseWrongMethod = mountJsonErrors(fastify, { pageFor: pages.problemFor });
  mountRetryAfter(fastify);
  const refuseStranger = createMetricsAccess(config);
  const health = mountHealth(fastify, { log, db: app.db, refuseStranger });
  mountMetrics(fastify, app.metrics, refuseStranger);
  const apollo = await createApollo({ app, schema, documents, ...withHooks });
  for (const { http } of features) await http?.forPrograms?.(fastify, app);
  const origins = createOrigins(config);
  fastify.register(async (scope) => {
    await mountCors(scope, origins);
    await mountCompression(scope);
    mountGraphql(scope, { app, apollo, documents, executor });
    for (const { http } of features) await http?.forBrowsers?.(scope, app);
    mountRest(scope, { app, executor, routes, refuseWrongMethod });
    await pages.mount(scope);
    const publisher = { publicUrl: config.publicUrl, siteName: config.site.name };
    const openApi = mountOpenApi(scope, () => openApiOf(features, schema, publisher));
    if (!config.production) await mountRestDocs(scope, openApi);
  });
  const webSocket = mountWebSocket(fastify.server, { app, schema, documents, origins, headers, hostCheck });
  if (!config.production) await mountIde(fastify, { publicUrl: config.publicUrl, testBank });
  try {
    await prepared;
  } catch (error) {
    await webSocket.stop();
    await fastify.close();
    await apollo.stop();
    await close();
    throw error;
  }
  const workers = startWorkers(app);

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      health.drain();
      await webSocket.stop();
      // Kept alive otherwise; one whose client stopped reading never ends.
      const idle = setInterval(() => fastify.server.closeIdleConnections(), 100);
      const stuck = setTimeout(() => fastify.server.closeAllConnections(), STOP_GRACE_MS);
      await fastify.close();
      clearInterval(idle);
      clearTimeout(stuck);
      await apollo.stop();
      await workers.stop();
      await close();
    })());
  try {
    const url = await listenOnFreePort(fastify, config);
    const reached = url.replace('0.0.0.0', 'localhost');
    app.address.listensAt(reached);
    return { url: reached, app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
