import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { createBatchQueue, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { TURN_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import type { TokenClaims, TokenKind } from '../platform/tokens.js';
import { createWatch } from '../platform/watch.js';
import { selectTokenOwners, type TokenOwner } from './session.sql.js';

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
 * since (the database counts those by itself, in `users.token_version`); and nobody has ended the session that they came of.
 */
export interface TokenOwners {
  /**
   * Whom a token speaks for; UNAUTHENTICATED for one that does not hold any more, which may be found three seconds late. At once while
   * its owner is remembered, which is all that most requests take.
   */
  check(token: TokenClaims): TokenOwner | Promise<TokenOwner>;
  /** Calls `onEnd` within seconds when a token does not hold any more, unless what it answers is called before. */
  watch(token: TokenClaims, onEnd: () => void): () => void;
  /** Ends the watch, for good. */
  stop(): void;
}

/**
 * Looks the owners of tokens up, with their sessions: each once in three seconds however many requests they make, one statement at a
 * time, in which all are who have come meanwhile.
 */
export function createTokenOwners({ db, log, metrics, tracer }: Pick<App, 'db' | 'log' | 'metrics' | 'tracer'>): TokenOwners {
  /** The version that was last read of each user: what one of their tokens makes known is known of the others. */
  const versions = new LRUCache<string, number>({ max: MAX_OWNERS });
  const read = async (keys: string[]): Promise<Map<string, TokenOwner>> => {
    const asked = keys.map((key) => key.split(' '));
    const owners = await db.query(selectTokenOwners, [asked.map(([id]) => id), asked.map(([, sessionId]) => sessionId || null)]);
    for (const { id, version } of owners) versions.set(id, version);
    const there = owners.filter(({ isEnded }) => !isEnded);
    return new Map(there.map((owner) => [keyOf({ subject: owner.id, sessionId: owner.sessionId }), owner]));
  };
  const remembered = new LRUCache<string, { owner: TokenOwner | undefined; readAt: number }>({ max: MAX_OWNERS });
  const lookUps = createBatchQueue<string, TokenOwner | undefined>({
    watched: { queue: 'token_owners', metrics, tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: TURN_WAIT_MS,
    decide: async (take) => {
      const keys = take();
      const readAt = performance.now();
      const owners = await read([...new Set(keys)]);
      for (const key of keys) remembered.set(key, { owner: owners.get(key), readAt });
      return keys.map((key) => ({ answer: owners.get(key) }));
    },
    blames: () => false,
    isHeldUp: () => false,
  });
  const lookUp = async (token: TokenClaims): Promise<TokenOwner> => {
    const owner = await lookUps.push(keyOf(token)).catch((error: unknown) => {
      if (error instanceof QueueFullError || error instanceof WaitedTooLongError) throw refuse('auth.tooManyCallers');
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
      const known = remembered.get(keyOf(token));
      if (!known || performance.now() - known.readAt > LATE_MS) return lookUp(token);
      // Newer than what is remembered: its owner has just logged in again.
      const version = Math.max(token.version, versions.get(token.subject) ?? 0);
      if (known.owner && version > known.owner.version) return lookUp(token);
      return requireHeld(token, known.owner);
    },
    watch(token, onEnd) {
      const { kind: role, version } = token;
      const changes = watched.subscribe(keyOf(token), { role, version });
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

/** Whom a token speaks for, and by which session. */
function keyOf({ subject, sessionId }: { subject: string; sessionId?: string | null | undefined }): string {
  return `${subject} ${sessionId ?? ''}`;
}

function requireHeld(token: TokenClaims, owner: TokenOwner | undefined): TokenOwner {
  if (owner && holds(token, owner)) return owner;
  throw refuse('graphql.tokenEnded');
}

function holds({ kind, version }: TokenClaims, owner: Held): boolean {
  return owner.role === kind && owner.version === version;
}
