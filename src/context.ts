import type { Config } from './config.js';
import type { Database } from './platform/database/database.js';
import type { DomainError } from './platform/domain-error.js';
import type { RequestInfo } from './platform/http/request-info.js';
import type { Log } from './platform/log.js';
import type { Metrics } from './platform/metrics.js';
import type { Principal } from './platform/principal.js';
import type { TokenClaims, Tokens } from './platform/tokens.js';
import type { Tracer } from './platform/tracer.js';

/**
 * What lives as long as the process, made once by `createApp` and handed to everything. A feature adds its parts by declaration
 * merging in its feature.ts, beside the function that makes them.
 */
export interface App {
  config: Config;
  db: Database;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  tokens: Tokens;
  /**
   * Who sends a request. Throws TOKEN_EXPIRED on a token whose time is over, UNAUTHENTICATED on one that is not valid, or not of a
   * kind that is accepted here; with `orPublic` the sender of such a token is the public. Whether a token of a CLIENT still holds is
   * left to `callerOf`, which reads the client at every call.
   */
  authenticate(info: RequestInfo): Promise<Caller>;
  /** The context of one request, the same for HTTP, WebSocket and REST. Throws as `authenticate` does. */
  contextFor(info: RequestInfo): Promise<Context>;
}

/** Who sends a request. */
export interface Caller {
  principal: Principal;
  /** What the token says; undefined without one. */
  token: TokenClaims | undefined;
  /** Why the token that came does not hold, where its sender is the public all the same. */
  tokenProblem?: DomainError | undefined;
}

/** What a request loads by key, batched and kept for that request. Features add theirs by declaration merging. */
export interface Loaders {}

/** One request: the process's parts and who sends it. */
export interface Context extends App, Caller {
  requestId: string;
  /** The caller's address, for limits on logins. */
  clientAddress: string;
  /** What the caller's program calls itself, for the list of sessions. */
  userAgent: string | undefined;
  idempotencyKey: string | undefined;
  loaders: Loaders;
}
