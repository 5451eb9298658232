import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { createBatchQueue, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { QUEUE_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import type { TokenClaims, TokenKind } from '../platform/tokens.js';
import { createWatch } from '../platform/watch.js';
import { selectTokenOwners, type TokenOwner } from './session.sql.js';

/** How long a request or socket may go on with a token that has ended. */
const LATE_MS = 3_000;
const MAX_OWNERS = 20_000;
const MAX_BATCH = 1_000;
const MAX_WAITING = 20_000;
const WATCH_MIN_GAP_MS = 100;
const MAX_WATCHED = 20_000;

/** Checks that a token still holds: its user has that role and token version, and its session has not ended. */
export interface TokenOwners {
  /** UNAUTHENTICATED, at most three seconds late. Synchronous if the owner is cached, as for most requests. */
  check(token: TokenClaims): TokenOwner | Promise<TokenOwner>;
  /** Calls `onEnd` within seconds after the token ends. Returns a function that stops. */
  watch(token: TokenClaims, onEnd: () => void): () => void;
  stop(): void;
}

export function createTokenOwners({ db, log, metrics, tracer }: Pick<App, 'db' | 'log' | 'metrics' | 'tracer'>): TokenOwners {
  /** The last version read of each user. */
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
    maxWaitMs: QUEUE_WAIT_MS,
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
      // An operator who has just set up the second factor goes on at once.
      if (!known || known.owner?.mustEnrol || performance.now() - known.readAt > LATE_MS) return lookUp(token);
      // Newer than the cached owner: the user has just logged in again.
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

interface Held {
  role: TokenKind;
  version: number;
}

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
