import { createBoxDesk } from './awarded-boxes/box-desk.js';
import { createBoxHook } from './awarded-boxes/box-hook.js';
import { keepBoxesPublished } from './awarded-boxes/publish-boxes.js';
import { createLoginLimits } from './auth/login-limits.js';
import { createRefreshTokens } from './auth/refresh-tokens.js';
import { createTokenOwners } from './auth/token-owners.js';
import { createCallbackRows } from './payments/callback-rows.js';
import { createBillingSettlementQueues } from './payments/settle-billing-orders.js';
import type { Config } from './config.js';
import type { App, Context } from './context.js';
import { createBeacon } from './draws/beacon.js';
import { createFiles } from './files/files.js';
import { createLoaders } from './loaders.js';
import { createPermutations } from './lucky-numbers/permutations.js';
import { backlogs, orderFigures } from './metrics/backlogs.js';
import { createSalesWatch } from './metrics/sales-watch.js';
import { createSellBarWatch } from './metrics/sell-bar.service.js';
import { createOrderQueue } from './orders/order-queue.js';
import { createOrderWatch } from './orders/order-watch.js';
import { createOrderSettlementQueues } from './payments/settle-orders.js';
import { createPrices } from './pricing/price.js';
import { createProviders } from './payment-providers/providers.js';
import { openDatabase } from './platform/database/database.js';
import { DomainError, ERROR_CODES } from './platform/domain-error.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { Log } from './platform/log.js';
import { createMetrics } from './platform/metrics.js';
import { createWakeUp } from './platform/wake-up.js';
import type { Principal } from './platform/principal.js';
import { NO_TRACER, type Tracer } from './platform/tracer.js';
import { createTokens, type TokenClaims, type TokenKind, type Tokens } from './platform/tokens.js';
import { quotaPrizeWins } from './quota-prizes/quota-prize-wins.js';
import { commissions } from './referrals/commissions.js';
import type { RaffleHook } from './raffles/raffle-hook.js';
import { createRafflePages } from './raffles/raffle-pages.js';
import { createRaffleSnapshots } from './raffles/raffle.snapshot.js';
import { refundTotalOf } from './refunds/refund-total.js';
import { createSite } from './site/site.js';
import { createDeliveries } from './webhooks/delivery/deliveries.js';

/** What joins what operators change of a raffle. */
const RAFFLE_HOOKS: readonly RaffleHook[] = [keepBoxesPublished];

/** Makes the parts of a process, each once, from those it needs. `close` ends what they hold. */
export function createApp(
  config: Config & { databaseUrl: string },
  log: Log,
  tracer: Tracer = NO_TRACER,
): { app: App; close(): Promise<void> } {
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    preparedStatements: config.preparedStatements,
    tracer,
    onError: (error) => log.warn({ err: error, event: 'database.connection.failed' }, 'a database connection failed'),
  });
  const metrics = createMetrics();
  const base = { config, db, log, metrics, tracer };
  metrics.addSource(backlogs(base));
  metrics.addSource(orderFigures(base));
  const permutations = createPermutations(base);
  const raffles = createRaffleSnapshots(db, (raffle) => permutations.warm(raffle.id, raffle));
  const rafflePages = createRafflePages(db);
  const deliveries = createDeliveries(base);
  const orderWatch = createOrderWatch(base);
  const sellBarWatch = createSellBarWatch({ raffles, log });
  const salesWatch = createSalesWatch(base);
  const boxDesk = createBoxDesk(base);
  // What joins what becomes of paid orders in its own transaction; a new feature (prizes, rollups) adds its own here.
  const quotaHooks = [commissions, quotaPrizeWins({ permutations }), createBoxHook(boxDesk)];
  const sale = { db, metrics, tracer, raffles, rafflePages, sellBarWatch, salesWatch, orderWatch, deliveries, quotaHooks };
  const app: App = {
    ...base,
    ...sale,
    boxDesk,
    raffleHooks: [...RAFFLE_HOOKS],
    tokens: createTokens(config.jwtSecret),
    refreshTokens: createRefreshTokens(config.jwtSecret),
    tokenOwners: createTokenOwners(base),
    loginLimits: createLoginLimits(base),
    prices: createPrices(),
    site: createSite(base),
    beacon: createBeacon(base),
    providers: createProviders(base),
    files: createFiles(base),
    permutations,
    orderQueue: createOrderQueue(base),
    orderSettlement: createOrderSettlementQueues(sale),
    billingSettlement: createBillingSettlementQueues(sale),
    callbackRows: createCallbackRows(base),
    refundTotalOf: (raffleId) => refundTotalOf(db, raffleId),
    wakeUps: { refunds: createWakeUp(), callbacks: createWakeUp(), calledOffRaffles: createWakeUp(), draws: createWakeUp() },
    contextFor: (info) => contextFor(app, info),
  };
  return {
    app,
    async close() {
      app.orderWatch.stop();
      app.sellBarWatch.stop();
      app.salesWatch.stop();
      app.tokenOwners.stop();
      await app.providers.close();
      await db.close();
    },
  };
}

const ACCEPTED_BY_DEFAULT: readonly TokenKind[] = ['USER', 'ADMIN'];
const PUBLIC: Principal = { role: 'PUBLIC' };

async function contextFor(app: App, info: RequestInfo): Promise<Context> {
  let token: TokenClaims | undefined;
  let principal = PUBLIC;
  let tokenProblem: DomainError | undefined;
  try {
    token = tokenOf(app.tokens, info);
    if (token) principal = await principalOf(app, token);
  } catch (error) {
    if (!info.orPublic || !isTokenProblem(error) || isOfAnotherKind(app.tokens, info)) throw error;
    token = undefined;
    tokenProblem = error;
  }
  // The parts are inherited: copying them takes longer than everything else here together.
  return Object.assign(Object.create(app) as App, {
    principal,
    token,
    tokenProblem,
    requestId: info.requestId,
    clientAddress: info.clientAddress,
    userAgent: info.userAgent,
    idempotencyKey: info.idempotencyKey,
    loaders: createLoaders(app, { cache: !info.longLived }),
  });
}

async function principalOf({ tokenOwners }: App, token: TokenClaims): Promise<Principal> {
  const { kind: role, subject: id } = token;
  if (role === 'CLIENT') return { role, id };
  const { operatorRole } = await tokenOwners.check(token);
  return operatorRole ? { role: 'ADMIN', id, operatorRole } : { role: 'USER', id };
}

function tokenOf(tokens: Tokens, { authorization, accepts = ACCEPTED_BY_DEFAULT }: RequestInfo): TokenClaims | undefined {
  if (!authorization) return undefined;
  const token = bearerOf(authorization);
  const claims = token ? tokens.verify(token) : undefined;
  if (claims && accepts.includes(claims.kind)) return claims;
  const expired = token ? tokens.readExpired(token) : undefined;
  if (expired && accepts.includes(expired.kind))
    throw new DomainError('TOKEN_EXPIRED', 'The access token has expired: refresh the session, or log in again.');
  throw new DomainError('UNAUTHENTICATED', 'The access token is not valid: log in again.');
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization.trim())?.[1];
}

/** A token that holds, but not here: its program has come to the wrong place, and is told so. */
function isOfAnotherKind(tokens: Tokens, { authorization = '', accepts = ACCEPTED_BY_DEFAULT }: RequestInfo): boolean {
  const token = bearerOf(authorization);
  const claims = token ? tokens.verify(token) : undefined;
  return claims !== undefined && !accepts.includes(claims.kind);
}

function isTokenProblem(error: unknown): error is DomainError {
  return error instanceof DomainError && ERROR_CODES[error.code].status === 401;
}
