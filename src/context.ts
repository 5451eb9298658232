import type { BoxDesk } from './awarded-boxes/box-desk.js';
import type { LoginLimits } from './auth/login-limits.js';
import type { RefreshTokens } from './auth/refresh-tokens.js';
import type { TokenOwners } from './auth/token-owners.js';
import type { BillingSettlementQueues } from './payments/settle-billing-orders.js';
import type { Config } from './config.js';
import type { Beacon } from './draws/beacon.js';
import type { Files } from './files/files.js';
import type { Permutations } from './lucky-numbers/permutations.js';
import type { SalesWatch } from './metrics/sales-watch.js';
import type { SellBarWatch } from './metrics/sell-bar.service.js';
import type { OrderQueue } from './orders/order-queue.js';
import type { OrderWatch } from './orders/order-watch.js';
import type { CallbackRows } from './payments/callback-rows.js';
import type { OrderSettlementQueues } from './payments/settle-orders.js';
import type { Prices } from './pricing/price.js';
import type { Providers } from './payment-providers/providers.js';
import type { Database } from './platform/database/database.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { DomainError } from './platform/domain-error.js';
import type { Log } from './platform/log.js';
import type { Metrics } from './platform/metrics.js';
import type { Tracer } from './platform/tracer.js';
import type { WakeUp } from './platform/wake-up.js';
import type { Principal } from './platform/principal.js';
import type { TokenClaims, Tokens } from './platform/tokens.js';
import type { QuotaHook } from './quotas/locked-quotas.js';
import type { RaffleHook } from './raffles/raffle-hook.js';
import type { RafflePages } from './raffles/raffle-pages.js';
import type { RaffleSnapshots } from './raffles/raffle.snapshot.js';
import type { RefundTotal } from './refunds/refund-total.js';
import type { Site } from './site/site.js';
import type { Deliveries } from './webhooks/delivery/deliveries.js';
import type { Loaders } from './loaders.js';

/**
 * What lives as long as the process, made once by `createApp` and handed to everything. What a module keeps for itself beside it
 * is a cache or a queue of the process's own threads, and says so.
 */
export interface App {
  config: Config;
  db: Database;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  tokenOwners: TokenOwners;
  loginLimits: LoginLimits;
  prices: Prices;
  beacon: Beacon;
  providers: Providers;
  raffles: RaffleSnapshots;
  rafflePages: RafflePages;
  /** Whose site it is and what it says, kept for everybody. */
  site: Site;
  files: Files;
  permutations: Permutations;
  orderQueue: OrderQueue;
  orderSettlement: OrderSettlementQueues;
  billingSettlement: BillingSettlementQueues;
  callbackRows: CallbackRows;
  /** What would go back if a raffle were called off. */
  refundTotalOf(raffleId: string): Promise<RefundTotal>;
  /** What joins what becomes of paid orders in its own transaction, in this order. */
  quotaHooks: QuotaHook[];
  /** What joins what operators change of a raffle, in this order. */
  raffleHooks: RaffleHook[];
  /** What decides the boxes of raffles. */
  boxDesk: BoxDesk;
  orderWatch: OrderWatch;
  sellBarWatch: SellBarWatch;
  salesWatch: SalesWatch;
  deliveries: Deliveries;
  /** Tell workers that there is something to do: a refund to be asked for, a callback that was kept, a raffle that was called off, a draw. */
  wakeUps: { refunds: WakeUp; callbacks: WakeUp; calledOffRaffles: WakeUp; draws: WakeUp };
  /**
   * The context of one request, the same for HTTP, WebSocket and REST. Throws TOKEN_EXPIRED on a token whose time is over, UNAUTHENTICATED on
   * one that is not valid, or not any more, or of a kind that is not accepted here: only where `orPublic` is asked for is a caller who
   * sends one taken for the public. Whether a token of a CLIENT still holds is left to `callerOf`, which reads the client at every call.
   */
  contextFor(info: RequestInfo): Promise<Context>;
}

/** One request: the process's parts and whose request it is. */
export interface Context extends App {
  principal: Principal;
  /** What the principal's token says; undefined without one. */
  token: TokenClaims | undefined;
  /** Why the token that came does not hold, where the caller is taken for the public all the same. */
  tokenProblem?: DomainError | undefined;
  requestId: string;
  /** The caller's address, for limits on logins. */
  clientAddress: string;
  /** What the caller's program calls itself, for the list of sessions. */
  userAgent: string | undefined;
  idempotencyKey: string | undefined;
  loaders: Loaders;
}
