import type { Config } from './config.js';
import type { Database } from './platform/database/database.js';
import type { DomainError } from './platform/domain-error.js';
import type { OneExport } from './platform/http/one-export.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { OwnAddress } from './platform/http/own-address.js';
import type { Log } from './platform/log.js';
import type { Metrics } from './platform/metrics.js';
import type { RateLimits } from './platform/rate-limits.js';
import type { Principal } from './platform/principal.js';
import type { TokenClaims, Tokens } from './platform/tokens.js';
import type { Tracer } from './platform/tracer.js';

export interface App {
  config: Config;
  db: Database;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  tokens: Tokens;
  rateLimits: RateLimits;
  oneExport: OneExport;
  address: OwnAddress;
  /**
   * Throws TOKEN_EXPIRED or UNAUTHENTICATED; with `orPublic` the sender is PUBLIC instead. `callerOf` checks tokens of a CLIENT.
   */
  authenticate(info: RequestInfo): Promise<Caller>;
  /** The same for HTTP, WebSocket and REST. Throws as `authenticate`. */
  contextFor(info: RequestInfo): Promise<Context>;
  /** STEP_UP_REQUIRED unless the operator proved a moment ago who they are. Others always pass. */
  requireRecentProof(ctx: Context): Promise<void>;
}

/** By part, the methods that answer everybody the same from a cache: the same object as long as it is fresh. */
export type SharedReads = { readonly [Part in keyof App]?: readonly (keyof App[Part])[] };

export interface Caller {
  principal: Principal;
  token: TokenClaims | undefined;
  /** With `orPublic`: why the token is not valid. */
  tokenProblem?: DomainError | undefined;
}

/** Loads by key, batched and cached for the request. Features add theirs by declaration merging. */
export interface Loaders {}

export interface Context extends App, Caller {
  requestId: string;
  clientAddress: string;
  userAgent: string | undefined;
  acceptLanguage: string | undefined;
  idempotencyKey: string | undefined;
  deviceToken: string | undefined;
  deviceCookie: string | undefined;
  setCookie: ((cookie: string) => void) | undefined;
  loaders: Loaders;
}
