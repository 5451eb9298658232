import { withTabLock } from './tab-lock.js';
import type { TokenStorage } from './storage.js';

/** As in `AuthPayload`; times are ISO 8601. */
export interface Tokens {
  readonly accessToken: string;
  readonly expiresAt: string;
  /** Without one the session ends with the access token, unless `renew` is set. */
  readonly refreshToken?: string | undefined;
  readonly refreshExpiresAt?: string | undefined;
}

interface KeptTokens extends Tokens {
  readonly renewAt: number;
}

/** Renewed this long before it expires, or a tenth of its life when that is less. */
const AHEAD_MS = 60_000;
const AGAIN_MS = 5_000;

export type Session = ReturnType<typeof createSession>;

/**
 * Renews tokens shortly before they expire and when the service refuses them. Without new ones the session is over; when renewing throws,
 * the tokens stay and are renewed later. One tab renews for all, where the browser has locks.
 */
export function createSession(options: {
  storage: TokenStorage;
  renew: ((current: Tokens) => Promise<Tokens | null>) | undefined;
  refresh(refreshToken: string): Promise<Tokens | null>;
  /** The same in all tabs that share a storage. */
  lockName: string;
  onSignedOut(): void;
  onChange(): void;
}) {
  const { storage } = options;
  let read: { text: string; tokens: KeptTokens | undefined } | undefined;
  let refused: string | undefined;
  let renewing: Promise<void> | undefined;
  let visits = 0;

  // Read each time: another tab may have renewed them or logged out.
  const current = (): KeptTokens | undefined => {
    const text = storage.get();
    if (!text) return undefined;
    if (read?.text !== text) read = { text, tokens: parsed(text) };
    return read.tokens;
  };
  const keep = (tokens: Tokens, renewAt = renewalOf(tokens)): void => {
    storage.set(JSON.stringify({ ...plain(tokens), renewAt: Math.min(renewAt, Number.MAX_SAFE_INTEGER) }));
  };
  /** Undefined when they cannot be renewed. */
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
    // Another tab renewed them in between.
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
    // Somebody logged in or out in between, here or in another tab.
    if (!isStill()) return;
    if (next) return keep(next);
    change(() => storage.remove());
    options.onSignedOut();
  }

  return {
    tokens: current as () => Tokens | undefined,
    /** Whether the tokens must be renewed before the next request. */
    isDue,
    /** The service refused this token. Ignored when it was replaced already. */
    refuse(accessToken: string): void {
      refused = accessToken;
    },
    /** Resolves when `tokens` can be sent. Concurrent calls share one renewal. Rejects when a refused token could not be renewed. */
    async ready(): Promise<void> {
      if (!isDue()) return;
      renewing ??= withTabLock(options.lockName, renewNow).finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
    signIn: (tokens: Tokens) => change(() => keep(tokens)),
    signOut: () => change(() => storage.remove()),
    /** Number of log-ins and log-outs. */
    visits: () => visits,
  };
}

/** Infinity when this machine's clock is so wrong that they are already expired: the service decides. */
function renewalOf({ expiresAt }: Tokens): number {
  const end = Date.parse(expiresAt);
  const life = end - Date.now();
  return life > 0 ? end - Math.min(AHEAD_MS, life / 10) : Infinity;
}

function parsed(text: string): KeptTokens | undefined {
  try {
    const { accessToken, expiresAt, refreshToken, refreshExpiresAt, renewAt } = JSON.parse(text) as Partial<KeptTokens>;
    const isWhole = typeof accessToken === 'string' && typeof expiresAt === 'string' && typeof renewAt === 'number';
    return isWhole ? { ...plain({ accessToken, expiresAt, refreshToken, refreshExpiresAt }), renewAt } : undefined;
  } catch {
    return undefined;
  }
}

function plain({ accessToken, expiresAt, refreshToken, refreshExpiresAt }: Tokens): Tokens {
  return { accessToken, expiresAt, ...(refreshToken !== undefined && { refreshToken, refreshExpiresAt }) };
}
