import type { Config } from './config.js';
import type { Database } from './platform/database/database.js';
import type { DomainError } from './platform/domain-error.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { Log } from './platform/log.js';
import type { Metrics } from './platform/metrics.js';
import type { Principal } from './platform/principal.js';
import type { TokenClaims, Tokens } from './platform/tokens.js';
import type { Tracer } from './platform/tracer.js';

/** The parts of the process. A feature adds its own by declaration merging in its feature.ts. */
export interface App {
  config: Config;
  db: Database;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  tokens: Tokens;
  /**
   * Throws TOKEN_EXPIRED, or UNAUTHENTICATED for an invalid token or one of another kind; with `orPublic` the sender is the
   * public instead. `callerOf` checks the tokens of a CLIENT at every call.
   */
  authenticate(info: RequestInfo): Promise<Caller>;
  /** The same for HTTP, WebSocket and REST. Throws as `authenticate`. */
  contextFor(info: RequestInfo): Promise<Context>;
}

export interface Caller {
  principal: Principal;
  token: TokenClaims | undefined;
  /** With `orPublic`: why the token is not valid. */
  tokenProblem?: DomainError | undefined;
}

/** Loads by key, batched and cached for the request. Features add theirs by declaration merging. */
export interface Loaders {}

/** One request: the process's parts and its sender. */
export interface Context extends App, Caller {
  requestId: string;
  /** For limits on logins. */
  clientAddress: string;
  /** For the list of sessions. */
  userAgent: string | undefined;
  idempotencyKey: string | undefined;
  loaders: Loaders;
}
