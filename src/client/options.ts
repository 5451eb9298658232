import type { Tokens } from './session.js';
import { memoryStorage, type TokenStorage } from './storage.js';

export interface ClientOptions {
  /** Where the service's GraphQL is, such as `https://rifas.example.com/graphql`. */
  url: string;
  /** Where its WebSocket is. Default: `url` with `ws` for `http`. */
  webSocketUrl?: string | undefined;
  /** Default: that of the platform. */
  fetch?: typeof fetch | undefined;
  /** A WebSocket class, such as that of `ws`. Default: that of the platform; where there is none, live values are asked for. */
  webSocket?: unknown;
  /** The language of refusals, `pt-BR` or `en`, as `Accept-Language` says it. Default: what the browser asks for by itself. */
  language?: string | undefined;
  /** Where tokens are kept. Default: in memory, so that a reload logs out. */
  storage?: TokenStorage | undefined;
  /**
   * Answers new tokens for those that are about to expire, or null when there are none to be had. Default: by their refresh token; a session
   * that has none ends when its access token does.
   */
  renew?: ((current: Tokens) => Promise<Tokens | null>) | undefined;
  /** The session ended by itself: its tokens were refused or ran out, and could not be renewed. */
  onSignedOut?: (() => void) | undefined;
  /** How long one request may take before it counts as lost. Default 30,000 ms. */
  timeoutMs?: number | undefined;
  /** How often a request is made at most, and how long the first and the longest pause is. Default 4, 500 ms, 15,000 ms. */
  retry?: Partial<RetryOptions> | undefined;
  /** How live values come. */
  live?: Partial<LiveOptions> | undefined;
}

export interface RetryOptions {
  attempts: number;
  firstMs: number;
  longestMs: number;
}

export interface LiveOptions {
  /** After how many WebSockets in a row that did not open the service is asked instead. Default 3. */
  socketAttempts: number;
  /** How often it is asked then. Default 3,000 ms. */
  askEveryMs: number;
  /** When a WebSocket is tried again while the service is asked. A subscription waits a quarter of it. Default 60,000 ms. */
  socketAgainMs: number;
  /** How long a WebSocket may take to open. Default 5,000 ms. */
  connectMs: number;
  /** How often an open one is asked whether it lives; half as long it may take to answer. Default 12,000 ms. */
  pingMs: number;
}

/** The same with every default. */
export interface ResolvedOptions {
  url: string;
  webSocketUrl: string;
  fetch: typeof fetch;
  webSocket: unknown;
  language: string | undefined;
  storage: TokenStorage;
  renew: ClientOptions['renew'];
  onSignedOut(): void;
  timeoutMs: number;
  retry: RetryOptions;
  live: LiveOptions;
}

export function resolveOptions(options: ClientOptions): ResolvedOptions {
  const { url, retry, live } = options;
  return {
    url,
    webSocketUrl: options.webSocketUrl ?? url.replace(/^http/, 'ws'),
    // Called by its own name: as a method of another object browsers refuse it.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    webSocket: options.webSocket ?? (globalThis as { WebSocket?: unknown }).WebSocket,
    language: options.language,
    storage: options.storage ?? memoryStorage(),
    renew: options.renew,
    onSignedOut: () => options.onSignedOut?.(),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: { attempts: 4, firstMs: 500, longestMs: 15_000, ...retry },
    live: { socketAttempts: 3, askEveryMs: 3_000, socketAgainMs: 60_000, connectMs: 5_000, pingMs: 12_000, ...live },
  };
}
