import { createHmac, hkdfSync } from 'node:crypto';
import type { Database } from './database/database.js';
import { statement } from './database/statement.js';
import { refuse, type DomainError } from './domain-error.js';
import { networkOf } from './http/addresses.js';
import { createKeyLimit, type KeyLimit } from './key-limit.js';
import type { Principal } from './principal.js';

/** How long each kind is summed up, in seconds. */
export const RATE_WINDOWS = {
  /** Of documents, weighed: many cheap ones count less than one that is as dear. */
  cost: 10,
  orders: 60,
  /** Of one raffle, reserved by orders that are not paid, in hundredths of a percent of all its quotas. */
  quotas: 600,
  signUps: 3_600,
} as const;
export type RateKind = keyof typeof RATE_WINDOWS;

/** In one window: of an account, of an address (for IPv6 its /64), of all. */
export interface Ceilings {
  account: number;
  address: number;
  all: number;
}
export type RateCeilings = Record<RateKind, Ceilings>;

export interface RateState {
  name: string;
  ceiling: number;
  windowSeconds: number;
  left: number;
  resetSeconds: number;
}

export interface Taker {
  principal: Principal;
  clientAddress: string;
}

interface Asked {
  kind: RateKind;
  amount: number;
  /** Counted apart from others of the kind. */
  of?: string;
  /** Gets the states of the account and of the address, also when it is refused. */
  told?: RateState[];
}

export interface RateLimits {
  /** RATE_LIMITED, and then nothing is counted. Returns a function that takes it back. */
  take(taker: Taker, asked: Asked): () => void;
  /** Limits what is held under a name at a time, over all processes. */
  held(what: string, most: number): KeyLimit;
  /** Exchanges with other processes what much was asked for, or is held. */
  exchange(): Promise<void>;
}

/** Less than this part of a ceiling is not worth a row. */
const SHARED_FROM = 0.1;

/** A process says in each window what it holds, so that what a crashed one held is forgotten. */
const HELD_WINDOW_SECONDS = 60;

/** Of a process, for others to know of them. */
const MANY_ADDRESSES = 100;

/** $1 keys, $2 what was counted since the last time, $3 ends of their windows. */
const exchangeRates = statement<{ key: bigint; spent: bigint }>(
  'exchange_rates',
  `
  INSERT INTO rate_sums AS s (key, spent, ends_at)
  SELECT r.* FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS r(key, spent, ends_at) ORDER BY r.key
  ON CONFLICT (key) DO UPDATE SET spent = s.spent + excluded.spent RETURNING key, spent`,
);

/** $1 how many. */
export const purgeRates = statement<object>(
  'purge_rates',
  `
  DELETE FROM rate_sums WHERE key = ANY (ARRAY(
    SELECT key FROM rate_sums WHERE ends_at < now() - interval '1 minute' ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING key`,
);

interface Shared {
  endsAtMs: number;
  /** Of this process, as others know it. */
  told: number;
  own(): number;
  /** What all processes together have. */
  learn(sum: number, own: number): void;
  /** It asks without having more to tell. */
  isAsking?(): boolean;
  forget?(): void;
}

interface Count {
  value: number;
  isShared: boolean;
}

/** `groups`: by what is counted apart. */
interface CountedWindow {
  number: number;
  endsAtMs: number;
  groups: Map<string, Record<'account' | 'address', Map<string, Count>> & Record<'addresses' | 'all', Count>>;
}

interface Held {
  what: string;
  most: number;
  counts: ReadonlyMap<string, number>;
  others: Map<string, number>;
  refused: Set<string>;
}

/**
 * Counts in memory; the counts that matter are exchanged once a second, without a write a request. When all together ask for too much,
 * only those are refused who ask for more than their equal share.
 */
export function createRateLimits(options: {
  ceilings: RateCeilings;
  db: Pick<Database, 'query'>;
  secret: string;
  now?: () => number;
}): RateLimits {
  const { ceilings, db, now = Date.now } = options;
  const secret = Buffer.from(hkdfSync('sha256', options.secret, '', 'rate limits', 32));
  const windows = new Map<RateKind, CountedWindow>();
  const shared = new Map<string, Shared>();
  const allHeld: Held[] = [];

  const keyOf = (name: string): bigint => createHmac('sha256', secret).update(name).digest().readBigInt64BE();

  /** Of a kind, the one that is now. An earlier one is forgotten with its counts. */
  const windowOf = (kind: RateKind): CountedWindow => {
    const lengthMs = RATE_WINDOWS[kind] * 1_000;
    const number = Math.floor(now() / lengthMs);
    const known = windows.get(kind);
    if (known?.number === number) return known;
    const window: CountedWindow = { number, endsAtMs: (number + 1) * lengthMs, groups: new Map() };
    windows.set(kind, window);
    return window;
  };

  const sharedCount = (count: Count, endsAtMs: number): Shared => {
    // Of the others, as it was added here.
    let others = 0;
    return {
      endsAtMs,
      told: 0,
      own: () => count.value - others,
      learn(sum, own) {
        const more = sum - own - others;
        if (more <= 0) return;
        count.value += more;
        others += more;
      },
    };
  };

  const sharedHeld = ({ most, counts, others, refused }: Held, who: string, endsAtMs: number): Shared => {
    const own = (): number => counts.get(who) ?? 0;
    let isFirst = true;
    return {
      endsAtMs,
      told: 0,
      own,
      isAsking: () => refused.delete(who),
      learn(sum, ours) {
        // In a new window others have not told yet what they hold.
        others.set(who, isFirst ? Math.max(others.get(who) ?? 0, sum - ours) : sum - ours);
        isFirst = false;
      },
      forget() {
        if (own() >= most * SHARED_FROM) return;
        others.delete(who);
        refused.delete(who);
      },
    };
  };

  const shareHeld = (): void => {
    const window = Math.floor(now() / 1_000 / HELD_WINDOW_SECONDS);
    for (const held of allHeld) {
      for (const [who, count] of held.counts) {
        const name = `${held.what} ${window} ${who}`;
        if (count >= held.most * SHARED_FROM && !shared.has(name))
          shared.set(name, sharedHeld(held, who, (window + 1) * HELD_WINDOW_SECONDS * 1_000));
      }
    }
  };

  return {
    take({ principal, clientAddress }, { kind, amount, of = '', told }) {
      const window = windowOf(kind);
      const group = entryOf(window.groups, of, newGroup);
      const windowSeconds = RATE_WINDOWS[kind];
      const resetSeconds = Math.max(1, Math.ceil((window.endsAtMs - now()) / 1_000));
      const taken: [Count, amount: number][] = [];

      const add = (count: Count, ceiling: number, who: string, more = amount): number => {
        count.value += more;
        taken.push([count, more]);
        if (!count.isShared && count.value >= ceiling * SHARED_FROM) {
          count.isShared = true;
          shared.set(`${kind} ${window.number} ${of} ${who}`, sharedCount(count, window.endsAtMs));
        }
        return count.value;
      };
      const giveBack = (): void => {
        for (const [count, more] of taken.splice(0)) count.value -= more;
      };
      const refused = (): DomainError => {
        giveBack();
        return refuse('platform.rateLimited', { seconds: resetSeconds }, { retryAfterSeconds: resetSeconds });
      };

      const callers: ['account' | 'address', string][] = [['address', networkOf(clientAddress)]];
      // Operators order for customers.
      if ('id' in principal && !(principal.role === 'ADMIN' && kind !== 'cost')) callers.unshift(['account', principal.id]);
      let ofAddress = 0;
      for (const [scope, who] of callers) {
        const ceiling = ceilings[kind][scope];
        ofAddress = add(entryOf(group[scope], who, newCount), ceiling, `${scope} ${who}`);
        const left = Math.max(0, ceiling - ofAddress);
        tell(told, { name: `${kind}-${scope}`, ceiling, windowSeconds, left, resetSeconds });
        if (ofAddress > ceiling) throw refused();
      }
      const { all } = ceilings[kind];
      const addresses = add(group.addresses, MANY_ADDRESSES, 'addresses', ofAddress === amount ? 1 : 0);
      if (add(group.all, all, 'all') > all && ofAddress > all / Math.max(1, addresses)) throw refused();
      return giveBack;
    },

    held(what, most) {
      const others = new Map<string, number>();
      const refused = new Set<string>();
      const limit = createKeyLimit(most, (who) => others.get(who) ?? 0);
      allHeld.push({ what, most, counts: limit.counts, others, refused });
      return {
        counts: limit.counts,
        take(who) {
          const leave = limit.take(who);
          if (!leave && others.has(who)) refused.add(who);
          return leave;
        },
      };
    },

    async exchange() {
      for (const [name, entry] of shared) {
        if (entry.endsAtMs > now()) continue;
        shared.delete(name);
        entry.forget?.();
      }
      shareHeld();
      const sent: { entry: Shared; own: number; key: bigint }[] = [];
      for (const [name, entry] of shared) {
        const own = entry.own();
        if (own !== entry.told || entry.isAsking?.()) sent.push({ entry, own, key: keyOf(name) });
      }
      if (sent.length === 0) return;
      const rows = await db.query(exchangeRates, [
        sent.map(({ key }) => key),
        sent.map(({ entry, own }) => own - entry.told),
        sent.map(({ entry }) => new Date(entry.endsAtMs)),
      ]);
      const sums = new Map(rows.map(({ key, spent }) => [key, Number(spent)]));
      for (const { entry, own, key } of sent) {
        entry.learn(sums.get(key) ?? own, own);
        entry.told = own;
      }
    },
  };
}

const newCount = (): Count => ({ value: 0, isShared: false });
const newGroup = () => ({ account: new Map(), address: new Map(), addresses: newCount(), all: newCount() });

function entryOf<Entry>(map: Map<string, Entry>, key: string, make: () => Entry): Entry {
  let entry = map.get(key);
  if (!entry) map.set(key, (entry = make()));
  return entry;
}

function tell(told: RateState[] = [], state: RateState): void {
  const known = told.find(({ name }) => name === state.name);
  if (known) Object.assign(known, state);
  else told.push(state);
}
