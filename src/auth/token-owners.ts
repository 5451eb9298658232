import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { createBatchQueue, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { TURN_WAIT_MS } from '../platform/deadlines.js';
import { DomainError } from '../platform/domain-error.js';
import { TOKEN_ENDED, type TokenClaims, type TokenKind } from '../platform/tokens.js';
import type { MaybePromise } from '../platform/maybe-promise.js';
import { createWatch } from '../platform/watch.js';
import { selectTokenOwners, type TokenOwner } from './token-owner.sql.js';

/** How long a token may go on after what ended it: a request's, and that of an open socket. */
const LATE_MS = 3_000;
const MAX_OWNERS = 20_000;
const MAX_BATCH = 1_000;
const MAX_WAITING = 20_000;
const WATCH_MIN_GAP_MS = 100;
/** As many as there are sockets. */
const MAX_WATCHED = 20_000;

/**
 * Whether the tokens of users still hold: their owner is there, in the role they name, and has changed neither role nor password
 * since (the database counts those by itself, in `users.token_version`).
 */
export interface TokenOwners {
  /**
   * Whom a token speaks for; UNAUTHENTICATED for one that does not hold any more, which may be found three seconds late. At once while
   * its owner is remembered, which is all that most requests take.
   */
  check(token: TokenClaims): MaybePromise<TokenOwner>;
  /** Calls `onEnd` within seconds when a token does not hold any more, unless what it answers is called before. */
  watch(token: TokenClaims, onEnd: () => void): () => void;
  /** Ends the watch, for good. */
  stop(): void;
}

/**
 * Looks the owners of tokens up: each once in three seconds however many requests they make, one statement at a time, in which all
 * are who have come meanwhile.
 */
export function createTokenOwners({ db, log }: Pick<App, 'db' | 'log'>): TokenOwners {
  const read = async (ids: string[]): Promise<Map<string, TokenOwner>> => {
    const owners = await db.query(selectTokenOwners, [ids]);
    return new Map(owners.map((owner) => [owner.id, owner]));
  };
  const remembered = new LRUCache<string, { owner: TokenOwner | undefined; readAt: number }>({ max: MAX_OWNERS });
  const lookUps = createBatchQueue<string, TokenOwner | undefined>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: TURN_WAIT_MS,
    decide: async (take) => {
      const ids = take();
      const readAt = performance.now();
      const owners = await read([...new Set(ids)]);
      for (const id of ids) remembered.set(id, { owner: owners.get(id), readAt });
      return ids.map((id) => ({ answer: owners.get(id) }));
    },
    blames: () => false,
    isHeldUp: () => false,
  });
  const lookUp = async (token: TokenClaims): Promise<TokenOwner> => {
    const owner = await lookUps.push(token.subject).catch((error: unknown) => {
      if (error instanceof QueueFullError || error instanceof WaitedTooLongError)
        throw new DomainError('UNAVAILABLE', 'Too many people are coming just now: try again in a moment.');
      throw error;
    });
    return requireHeld(token, owner);
  };

  const watched = createWatch<Held>({
    intervalMs: LATE_MS,
    minGapMs: WATCH_MIN_GAP_MS,
    maxSubscribers: MAX_WATCHED,
    read,
    same: (a, b) => a.role === b.role && a.version === b.version,
    onError: (error) =>
      log.warn({ err: error, event: 'auth.token_owners.read_failed' }, 'the owners of open sockets could not be read'),
  });

  return {
    check(token) {
      const known = remembered.get(token.subject);
      if (!known || performance.now() - known.readAt > LATE_MS) return lookUp(token);
      // Newer than what is remembered: its owner has just logged in again.
      if (known.owner && token.version > known.owner.version) return lookUp(token);
      return requireHeld(token, known.owner);
    },
    watch(token, onEnd) {
      const { subject: id, kind: role, version } = token;
      const changes = watched.subscribe(id, { role, version });
      let isOver = false;
      const follow = async (): Promise<void> => {
        for await (const owner of changes) if (!holds(token, owner)) break;
        if (!isOver) onEnd();
      };
      void follow();
      return () => {
        isOver = true;
        void changes.return?.();
      };
    },
    stop: () => watched.stop(),
  };
}

/** What a token is held against. */
interface Held {
  role: TokenKind;
  version: number;
}

function requireHeld(token: TokenClaims, owner: TokenOwner | undefined): TokenOwner {
  if (owner && holds(token, owner)) return owner;
  throw new DomainError('UNAUTHENTICATED', TOKEN_ENDED);
}

function holds({ kind, version }: TokenClaims, owner: Held): boolean {
  return owner.role === kind && owner.version === version;
}
