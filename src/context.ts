import type { LoginLimits } from './auth/login-limits.js';
import type { BillingSettlementLines } from './legacy/billing-orders/settle-billing-orders.js';
import type { Config } from './config.js';
import type { Permutations } from './lucky-numbers/permutations.js';
import type { SellBarWatch } from './metrics/sell-bar.service.js';
import type { OrderLines } from './orders/order-queue.js';
import type { OrderWatch } from './orders/order-watch.js';
import type { OrderSettlementLines } from './payments/settle-orders.js';
import type { Providers } from './payment-providers/providers.js';
import type { Database } from './platform/database/database.js';
import { DomainError } from './platform/domain-error.js';
import type { Log } from './platform/log.js';
import type { Nudge } from './platform/nudge.js';
import type { TokenKind, Tokens } from './platform/tokens.js';
import type { RaffleSnapshots } from './raffles/raffle.snapshot.js';
import type { Deliveries } from './webhooks/delivery/deliveries.js';
import { createLoaders, type Loaders } from './loaders.js';

/** What lives as long as the process. Made by the server, handed to everything; nothing is global. */
export interface App {
  config: Config;
  db: Database;
  log: Log;
  tokens: Tokens;
  loginLimits: LoginLimits;
  providers: Providers;
  raffles: RaffleSnapshots;
  permutations: Permutations;
  orderLines: OrderLines;
  orderSettlement: OrderSettlementLines;
  billingSettlement: BillingSettlementLines;
  orderWatch: OrderWatch;
  sellBarWatch: SellBarWatch;
  deliveries: Deliveries;
  /** Refunds to be asked for. */
  refunds: Nudge;
}

/** Who is calling. PUBLIC has no token. */
export type Principal = { role: 'PUBLIC' } | { role: TokenKind; id: string };

/** One request: the process's parts and whose request it is. */
export interface Context extends App {
  principal: Principal;
  /** When the principal's token ends; undefined without one. */
  expiresAt: Date | undefined;
  requestId: string;
  /** The caller's address, for limits on logins. */
  clientAddress: string;
  idempotencyKey: string | undefined;
  loaders: Loaders;
}

/** What a transport knows of a request. */
export interface RequestFacts {
  requestId: string;
  clientAddress: string;
  /** The Authorization header, or the same over a WebSocket's connection parameters. */
  authorization?: string | undefined;
  idempotencyKey?: string | undefined;
  /** A subscription outlives what its loaders would remember: they batch but do not cache. */
  longLived?: boolean;
  /** Kinds of token that are let in here. @default USER and ADMIN */
  accepts?: readonly TokenKind[];
}

const ACCEPTED_BY_DEFAULT: readonly TokenKind[] = ['USER', 'ADMIN'];
const PUBLIC: Principal = { role: 'PUBLIC' };

/**
 * The context of one request, the same for HTTP, WebSocket and REST. Throws UNAUTHENTICATED on a token that is not
 * valid, or of a kind that is not accepted here: a caller who sends one is never quietly taken for the public.
 */
export function contextFor(app: App, facts: RequestFacts): Context {
  const claims = claimsOf(app.tokens, facts);
  // The parts are inherited: copying them takes longer than everything else here together.
  return Object.assign(Object.create(app) as App, {
    principal: claims ? { role: claims.kind, id: claims.subject } : PUBLIC,
    expiresAt: claims?.expiresAt,
    requestId: facts.requestId,
    clientAddress: facts.clientAddress,
    idempotencyKey: facts.idempotencyKey,
    loaders: createLoaders(app, { cache: !facts.longLived }),
  });
}

function claimsOf(tokens: Tokens, { authorization, accepts = ACCEPTED_BY_DEFAULT }: RequestFacts) {
  if (!authorization) return undefined;
  const token = /^Bearer ([^\s]+)$/i.exec(authorization.trim())?.[1];
  const claims = token && tokens.verify(token);
  if (claims && accepts.includes(claims.kind)) return claims;
  throw new DomainError('UNAUTHENTICATED', 'The access token is not valid or has expired: log in again.');
}
