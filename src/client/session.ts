import type { TokenStorage } from './storage.js';

/** An access token and when it expires (ISO 8601), as `AuthPayload` has them. */
export interface Tokens {
  readonly accessToken: string;
  readonly expiresAt: string;
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
 * Keeps the tokens in `storage` and renews them by `renew`: shortly before they expire, and when the service refuses them. When it
 * gives none, or there is none to ask, the session is over. What it throws leaves the tokens where they are, to be renewed later.
 */
export function createSession(options: {
  storage: TokenStorage;
  renew: ((current: Tokens) => Promise<Tokens | null>) | undefined;
  onSignedOut(): void;
  /** Somebody else is logged in, or nobody. */
  onChange(): void;
}): Session {
  const { storage, renew } = options;
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
    const { accessToken, expiresAt } = tokens;
    // A text that the JSON of infinity would not be.
    storage.set(JSON.stringify({ accessToken, expiresAt, renewAt: Math.min(renewAt, Number.MAX_SAFE_INTEGER) }));
  };
  const isRefused = (): boolean => refused !== undefined && current()?.accessToken === refused;
  const isDue = (): boolean => {
    const tokens = current();
    return tokens !== undefined && (isRefused() || (renew !== undefined && Date.now() >= tokens.renewAt));
  };
  const change = (act: () => void): void => {
    visits += 1;
    act();
    options.onChange();
  };

  async function renewNow(): Promise<void> {
    const old = current();
    if (!old) return;
    const isStill = () => current()?.accessToken === old.accessToken;
    let next: Tokens | null = null;
    try {
      if (renew) next = await renew({ accessToken: old.accessToken, expiresAt: old.expiresAt });
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
      renewing ??= renewNow().finally(() => {
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
    const { accessToken, expiresAt, renewAt } = JSON.parse(text) as Partial<KeptTokens>;
    const isWhole = typeof accessToken === 'string' && typeof expiresAt === 'string' && typeof renewAt === 'number';
    return isWhole ? { accessToken, expiresAt, renewAt } : undefined;
  } catch {
    return undefined;
  }
}
