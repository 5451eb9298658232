import type { Tokens } from './session.js';
import { memoryStorage, type TokenStorage } from './storage.js';

export interface ClientOptions {
  /** The GraphQL endpoint, such as `https://rifas.example.com/graphql`. */
  url: string;
  /** Default: `url` with `ws` for `http`. */
  webSocketUrl?: string | undefined;
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** A WebSocket class, such as the one of `ws`. Default: the platform's; without one, live values are polled. */
  webSocket?: unknown;
  /** Sent as `Accept-Language`: errors come in `pt-BR` or `en`. Default: the browser's own header. */
  language?: string | undefined;
  /** Where tokens are stored. Default: in memory, lost on reload. */
  storage?: TokenStorage | undefined;
  /** New tokens for those that are about to expire, or null when there are none. Default: by the refresh token. */
  renew?: ((current: Tokens) => Promise<Tokens | null>) | undefined;
  /**
   * Asks an operator for a proof of identity and sends `ConfirmIdentityDocument`; true when that succeeded. Called when the service
   * answers STEP_UP_REQUIRED: the refused request is then sent once more. Default: the error is passed on.
   */
  proveIdentity?: (() => Promise<boolean>) | undefined;
  /** The session expired: its tokens were refused or ran out, and could not be renewed. */
  onSignedOut?: (() => void) | undefined;
  /** Timeout of one request. Default 30,000 ms. */
  timeoutMs?: number | undefined;
  /** Attempts at most, and the first and longest pause. Default 4, 500 ms, 15,000 ms. */
  retry?: Partial<RetryOptions> | undefined;
  live?: Partial<LiveOptions> | undefined;
}

export interface RetryOptions {
  attempts: number;
  firstMs: number;
  longestMs: number;
}

export interface LiveOptions {
  /** After this many failed connections in a row the service is polled instead. Default 3. */
  socketAttempts: number;
  /** Polling interval. Default 3,000 ms. */
  askEveryMs: number;
  /** When a WebSocket is tried again during polling. A subscription waits a quarter of it. Default 60,000 ms. */
  socketAgainMs: number;
  /** Time to connect. Default 5,000 ms. */
  connectMs: number;
  /** Ping interval; the pong must come within half of it. Default 12,000 ms. */
  pingMs: number;
}

export type ResolvedOptions = ReturnType<typeof resolveOptions>;

export function resolveOptions(options: ClientOptions) {
  const { url, retry, live } = options;
  return {
    url,
    webSocketUrl: options.webSocketUrl ?? url.replace(/^http/, 'ws'),
    // Browsers refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((input: Parameters<typeof fetch>[0], init?: RequestInit) => fetch(input, init)),
    webSocket: options.webSocket ?? (globalThis as { WebSocket?: unknown }).WebSocket,
    language: options.language,
    storage: options.storage ?? memoryStorage(),
    renew: options.renew,
    proveIdentity: options.proveIdentity,
    onSignedOut: () => options.onSignedOut?.(),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: { attempts: 4, firstMs: 500, longestMs: 15_000, ...retry },
    live: { socketAttempts: 3, askEveryMs: 3_000, socketAgainMs: 60_000, connectMs: 5_000, pingMs: 12_000, ...live },
  };
}
