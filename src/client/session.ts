import { oneAtATime } from './one-at-a-time.js';
import type { TokenStorage } from './storage.js';

/** An access token, the refresh token that brings the next, and when they expire (ISO 8601), as `AuthPayload` has them. */
export interface Tokens {
  readonly accessToken: string;
  readonly expiresAt: string;
  /** Without one the session ends with the access token, unless there is a `renew` of one's own. */
  readonly refreshToken?: string | undefined;
  readonly refreshExpiresAt?: string | undefined;
}

/** As they are kept: with when to renew them, in milliseconds since 1970 by the clock of this machine. */
interface KeptTokens extends Tokens {
  readonly renewAt: number;
}

/** How long before its end a token is renewed, unless a tenth of its life is less. */
const AHEAD_MS = 60_000;
/** After a renewal that failed while the token still held. */
const AGAIN_MS = 5_000;

/** Who is logged in. */
export interface Session {
  tokens(): Tokens | undefined;
  /** Whether the tokens must be renewed before they are sent again. */
  isDue(): boolean;
  /** Says that the service refused this token. That it was replaced meanwhile is no news. */
  refuse(accessToken: string): void;
  /** Resolves once `tokens` may be sent. Renews once, however many wait. Rejects when a refused token could not be renewed. */
  ready(): Promise<void>;
  signIn(tokens: Tokens): void;
  signOut(): void;
  /** Counts everyone who came or left. */
  visits(): number;
}

/**
 * Keeps the tokens in `storage` and renews them by `renew`, else by their refresh token: shortly before they expire, and when the service
 * refuses them. When that gives none, or there is nothing to ask, the session is over. What it throws leaves the tokens where they are,
 * to be renewed later. Of the tabs that share a storage one renews, where the browser has locks.
 */
export function createSession(options: {
  storage: TokenStorage;
  /** Of the page that uses the client, if it has one. */
  renew: ((current: Tokens) => Promise<Tokens | null>) | undefined;
  refresh(refreshToken: string): Promise<Tokens | null>;
  /** What tabs that share a storage have in common. */
  lockName: string;
  onSignedOut(): void;
  /** Somebody else is logged in, or nobody. */
  onChange(): void;
}): Session {
  const { storage } = options;
  let read: { text: string; tokens: KeptTokens | undefined } | undefined;
  let refused: string | undefined;
  let renewing: Promise<void> | undefined;
  let visits = 0;

  // Read anew each time: another tab may have renewed them, or logged out.
  const current = (): KeptTokens | undefined => {
    const text = storage.get();
    if (!text) return undefined;
    if (read?.text !== text) read = { text, tokens: parsed(text) };
    return read.tokens;
  };
  const keep = (tokens: Tokens, renewAt = renewalOf(tokens)): void => {
    // A text that the JSON of infinity would not be.
    storage.set(JSON.stringify({ ...plain(tokens), renewAt: Math.min(renewAt, Number.MAX_SAFE_INTEGER) }));
  };
  /** How to renew them; undefined for those that cannot be. */
  const renewalBy = ({ refreshToken }: Tokens): ((tokens: Tokens) => Promise<Tokens | null>) | undefined => {
    if (options.renew) return options.renew;
    return refreshToken === undefined ? undefined : () => options.refresh(refreshToken);
  };
  const isRefused = (): boolean => refused !== undefined && current()?.accessToken === refused;
  const isDue = (): boolean => {
    const tokens = current();
    return tokens !== undefined && (isRefused() || (renewalBy(tokens) !== undefined && Date.now() >= tokens.renewAt));
  };
  const change = (act: () => void): void => {
    visits += 1;
    act();
    options.onChange();
  };

  async function renewNow(): Promise<void> {
    const old = current();
    // Another tab has renewed them while this one waited.
    if (!old || !isDue()) return;
    const isStill = () => current()?.accessToken === old.accessToken;
    let next: Tokens | null = null;
    try {
      next = (await renewalBy(old)?.(plain(old))) ?? null;
    } catch (error) {
      if (isRefused()) throw error;
      if (isStill()) keep(old, Date.now() + AGAIN_MS);
      return;
    }
    // Somebody logged in or out meanwhile, here or in another tab.
    if (!isStill()) return;
    if (next) return keep(next);
    change(() => storage.remove());
    options.onSignedOut();
  }

  return {
    tokens: current,
    isDue,
    refuse(accessToken) {
      refused = accessToken;
    },
    async ready() {
      if (!isDue()) return;
      renewing ??= oneAtATime(options.lockName, renewNow).finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
    signIn: (tokens) => change(() => keep(tokens)),
    signOut: () => change(() => storage.remove()),
    visits: () => visits,
  };
}

/** Never by a clock that is so wrong that they have expired on arrival: the service says when they have. */
function renewalOf({ expiresAt }: Tokens): number {
  const end = Date.parse(expiresAt);
  const life = end - Date.now();
  return life > 0 ? end - Math.min(AHEAD_MS, life / 10) : Infinity;
}

/** Undefined for what nobody here wrote. */
function parsed(text: string): KeptTokens | undefined {
  try {
    const { accessToken, expiresAt, refreshToken, refreshExpiresAt, renewAt } = JSON.parse(text) as Partial<KeptTokens>;
    const isWhole = typeof accessToken === 'string' && typeof expiresAt === 'string' && typeof renewAt === 'number';
    return isWhole ? { ...plain({ accessToken, expiresAt, refreshToken, refreshExpiresAt }), renewAt } : undefined;
  } catch {
    return undefined;
  }
}

/** The tokens alone, of whatever they came in. */
function plain({ accessToken, expiresAt, refreshToken, refreshExpiresAt }: Tokens): Tokens {
  return { accessToken, expiresAt, ...(refreshToken !== undefined && { refreshToken, refreshExpiresAt }) };
}
