import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptHead, KeptPromises } from '../src/proof/kept.js';
import {
  keepHead,
  keepManifestHash,
  keepPromises,
  keepReceipts,
  keptValues,
  readKept,
  seenSince,
} from '../src/web/common/kept.js';
import type * as Kept from '../src/web/common/kept.js';
import type { Receipt } from '../src/web/common/receipt.js';

const RAFFLE = '123e4567-e12b-42d1-a456-426655440000';
const KEY = `raffle-gateway.kept.${RAFFLE}`;
const HASH = 'ab'.repeat(32);

/** As a browser's, with room for so many characters. */
function aStorage(room = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (place: number) => [...entries.keys()][place] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new Error('QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key: string) => void entries.delete(key),
  };
}

const promises = (change: Partial<KeptPromises> = {}): KeptPromises => ({
  raffleId: RAFFLE,
  leaves: 0,
  secretHash: HASH,
  quotaPrizesHash: null,
  boxesHash: null,
  quotaQuantity: 100,
  prizes: ['Moto'],
  mode: 'BEACON',
  drawAt: null,
  contest: null,
  contestDate: null,
  ...change,
});
const head = (size: number, root = HASH): KeptHead => ({ raffleId: RAFFLE, size, root, at: null });
const receipt = (index: number, size = index + 1): Receipt => ({
  raffleId: RAFFLE,
  orderId: '7',
  index,
  leaf: '01'.repeat(36),
  salt: 'cd'.repeat(16),
  path: [HASH],
  head: {
    size,
    root: HASH,
    at: null,
  },
  round: null,
  roundDueAt: null,
  isVoid: false,
});

let visits = 0;
/** The module as a page loads it. `vi.resetModules` would load those of other test files again too. */
const aVisit = (): Promise<typeof Kept> => import(/* @vite-ignore */ `../src/web/common/kept.js?visit=${(visits += 1)}`);

describe('what a browser keeps of a raffle', () => {
  let storage: ReturnType<typeof aStorage>;
  const stored = (one = aStorage()) => {
    storage = one;
    vi.stubGlobal('localStorage', one);
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00Z') });
    stored();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const later = (ms = 1_000) => vi.advanceTimersByTime(ms);

  it('is there at the next visit, with the times at which each was first seen', () => {
    keepPromises(promises({ leaves: 2 }));
    later();
    keepHead(RAFFLE, head(2));
    later();
    keepReceipts(RAFFLE, [receipt(1)]);
    later();
    keepManifestHash(RAFFLE, HASH);
    later();
    // Seen again: nothing changes.
    keepPromises(promises({ leaves: 3 }));
    keepHead(RAFFLE, head(2));
    expect(keepReceipts(RAFFLE, [receipt(1)])[0]?.head.seenAt).toBe('2026-11-24T12:00:02.000Z');
    expect(keepManifestHash(RAFFLE, 'cd'.repeat(32)).manifestHash).toBe(HASH);
    const kept = readKept(RAFFLE);
    expect([kept.promises[0]?.seenAt, kept.heads[0]?.seenAt, kept.manifest?.seenAt]).toEqual([
      '2026-11-24T12:00:00.000Z',
      '2026-11-24T12:00:01.000Z',
      '2026-11-24T12:00:03.000Z',
    ]);
    expect(keptValues(RAFFLE)).toHaveLength(4);
    expect(keptValues(RAFFLE.replace('1', '2'))).toEqual([]);
  });

  it('keeps the last promises before the first sale and the first ones after it, and no later ones', () => {
    for (const [quotaQuantity, leaves] of [
      [10, 0],
      [20, 0],
      [30, 1],
      [40, 2],
      [50, 0],
    ] as const)
      keepPromises(promises({ quotaQuantity, leaves }));
    expect(readKept(RAFFLE).promises.map((kept) => [kept.quotaQuantity, kept.leaves])).toEqual([
      [20, 0],
      [30, 1],
    ]);
  });

  it.each<[string, () => unknown]>([
    ['a head', () => keepHead(RAFFLE, head(3))],
    ['a receipt', () => keepReceipts(RAFFLE, [receipt(2)])],
  ])('binds promises once it saw %s, though the service says that nothing was sold', (_what, saw) => {
    saw();
    keepPromises(promises({ leaves: 0, quotaQuantity: 10 }));
    keepPromises(promises({ leaves: 0, quotaQuantity: 20 }));
    expect(readKept(RAFFLE).promises).toMatchObject([{ quotaQuantity: 10, leaves: 3 }]);
  });

  it('knows of a block since the first head that held it', () => {
    keepHead(RAFFLE, head(4));
    later();
    keepHead(RAFFLE, head(5));
    later();
    expect(seenSince(keepReceipts(RAFFLE, [receipt(3, 9), receipt(4, 9), receipt(5, 9)]))).toEqual([
      '2026-11-24T12:00:00.000Z',
      '2026-11-24T12:00:01.000Z',
      '2026-11-24T12:00:02.000Z',
    ]);
  });

  it('has heads from the first to the last, thinned between them, and both of two that deny each other', () => {
    for (let size = 1; size <= 500; size++) {
      keepHead(RAFFLE, head(size));
      later(size * 100);
    }
    const sizes = readKept(RAFFLE).heads.map(({ size }) => size);
    expect(sizes).toHaveLength(32);
    expect([sizes[0], sizes.at(-1)]).toEqual([1, 500]);
    // They lie over the whole time.
    const times = readKept(RAFFLE).heads.map(({ seenAt }) => Date.parse(seenAt));
    const gaps = times.slice(1).map((time, place) => time - times[place]!);
    expect(Math.max(...gaps)).toBeLessThan((times.at(-1)! - times[0]!) / 10);
    keepHead(RAFFLE, head(500, 'cd'.repeat(32)));
    expect(readKept(RAFFLE).heads.filter(({ size }) => size === 500)).toHaveLength(2);
  });

  it('is bounded, in a raffle and in all', () => {
    keepReceipts(
      RAFFLE,
      Array.from({ length: 300 }, (_, index) => receipt(index)),
    );
    expect(readKept(RAFFLE).receipts).toHaveLength(200);
    for (let raffle = 0; raffle < 60; raffle++) {
      later();
      keepHead(RAFFLE.replace(/.{2}$/, String(raffle).padStart(2, '0')), head(1));
    }
    expect(storage.entries.size).toBe(50);
    // The one that was kept longest ago went first.
    expect(storage.entries.has(KEY)).toBe(false);
  });

  it('tells the receipts as the service has them now, and stores them as they were first seen', () => {
    keepReceipts(RAFFLE, [receipt(1)]);
    later();
    const [now, other] = keepReceipts(RAFFLE, [{ ...receipt(1), isVoid: true }, receipt(1, 9)]);
    expect([now?.isVoid, now?.head.seenAt, other?.head.seenAt]).toEqual([
      true,
      '2026-11-24T12:00:00.000Z',
      '2026-11-24T12:00:01.000Z',
    ]);
    expect(readKept(RAFFLE).receipts.map((kept) => [kept.isVoid, kept.head.size])).toEqual([
      [false, 2],
      [false, 9],
    ]);
  });

  it.each([
    'no JSON',
    'null',
    '7',
    '[]',
    '{"promises":7,"heads":[null,{"size":-1}],"receipts":[{"leaf":"x"}],"manifest":[{}]}',
    // Without a time they show nothing.
    JSON.stringify({ promises: [promises()], heads: [head(1)], receipts: [receipt(1)], manifest: [{ seenAt: 'yesterday' }] }),
  ])('ignores what others wrote there: %s', (text) => {
    storage.entries.set(KEY, text);
    expect(keptValues(RAFFLE)).toEqual([]);
    keepHead(RAFFLE, head(1));
    expect(keptValues(RAFFLE)).toMatchObject([{ size: 1, seenAt: '2026-11-24T12:00:00.000Z' }]);
  });

  it('reads no more of what others wrote than it would keep', () => {
    const heads = Array.from({ length: 10_000 }, (_, size) => ({ ...head(size), seenAt: '2026-11-24T12:00:00.000Z' }));
    storage.entries.set(KEY, JSON.stringify({ heads }));
    expect(readKept(RAFFLE).heads).toHaveLength(32);
  });

  it.each<[string, () => unknown]>([
    ['is full', () => aStorage(10)],
    ['is forbidden', () => null],
  ])('lasts as long as the page where the storage %s, and nothing breaks', async (_what, of) => {
    stored(of() as ReturnType<typeof aStorage>);
    const { keepHead, keepManifestHash, keepPromises, keepReceipts, keptValues } = await aVisit();
    keepPromises(promises());
    keepHead(RAFFLE, head(1));
    expect(keepManifestHash(RAFFLE, HASH)).toMatchObject({ manifestHash: HASH, seenAt: '2026-11-24T12:00:00.000Z' });
    expect(keepReceipts(RAFFLE, [receipt(1)])[0]?.head.seenAt).toBe('2026-11-24T12:00:00.000Z');
    expect(keptValues(RAFFLE)).toHaveLength(4);
    expect((await aVisit()).keptValues(RAFFLE)).toEqual([]);
  });
});
