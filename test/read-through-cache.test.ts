import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadThroughCache } from '../src/platform/read-through-cache.js';
import { deferred } from './support/deferred.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function loads() {
  const started: { key: string; end(value: string): void; fail(error: Error): void }[] = [];
  const load = (key: string): Promise<string> => {
    const { promise, resolve, reject } = deferred<string>();
    started.push({ key, end: resolve, fail: reject });
    return promise;
  };
  return { started, load };
}

const counting = (maxKeys = 10, maxAgeMs = 100) => {
  let count = 0;
  return createReadThroughCache({ maxAgeMs, maxKeys, load: async (key) => `${key}${(count += 1)}` });
};

describe('a snapshot', () => {
  it('is loaded once for all who ask while the load is under way', async () => {
    const { started, load } = loads();
    const snapshots = createReadThroughCache({ maxAgeMs: 100, maxKeys: 10, load });

    const asked = ['a', 'a', 'b'].map(async (key) => snapshots.get(key));
    expect(started.map(({ key }) => key)).toEqual(['a', 'b']);
    started[0]?.end('one');
    started[1]?.end('two');
    expect(await Promise.all(asked)).toEqual(['one', 'one', 'two']);
  });

  it('is answered however old, also after it was dropped, to those who take an old one', async () => {
    const snapshots = counting();
    expect(await snapshots.getOld('a')).toBe('a1');
    vi.advanceTimersByTime(10_000);
    expect(await snapshots.getOld('a')).toBe('a1');
    snapshots.drop('a');
    expect(await snapshots.getOld('a')).toBe('a1');
    expect(await snapshots.get('a')).toBe('a2');
    expect(await snapshots.getOld('a')).toBe('a2');
  });

  it('is answered until it is too old, then loaded anew', async () => {
    const snapshots = counting();
    expect(await snapshots.get('a')).toBe('a1');
    vi.advanceTimersByTime(100);
    expect(await snapshots.get('a')).toBe('a1');
    vi.advanceTimersByTime(1);
    expect(await snapshots.get('a')).toBe('a2');
  });

  it('is loaded anew after it was dropped, also when a load was under way', async () => {
    const { started, load } = loads();
    const snapshots = createReadThroughCache({ maxAgeMs: 100, maxKeys: 10, load });

    const before = snapshots.get('a');
    snapshots.drop('a');
    const after = snapshots.get('a');
    expect(started).toHaveLength(2);
    started[1]?.end('new');
    started[0]?.end('old');
    expect(await Promise.all([before, after])).toEqual(['old', 'new']);
    // The load that began before the drop must not come back as the snapshot.
    expect(await snapshots.get('a')).toBe('new');
    expect(started).toHaveLength(2);
  });

  it('is not kept when its load failed; all who waited are told', async () => {
    const { started, load } = loads();
    const snapshots = createReadThroughCache({ maxAgeMs: 100, maxKeys: 10, load });

    const waiting = Promise.allSettled([snapshots.get('a'), snapshots.get('a')]);
    started[0]?.fail(new Error('away'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = snapshots.get('a');
    started[1]?.end('back');
    expect(await again).toBe('back');
  });

  it('that failed late does not remove the one that replaced it', async () => {
    const { started, load } = loads();
    const snapshots = createReadThroughCache({ maxAgeMs: 100, maxKeys: 10, load });

    const first = Promise.resolve(snapshots.get('a')).catch(() => 'failed');
    snapshots.drop('a');
    const second = snapshots.get('a');
    started[1]?.end('good');
    started[0]?.fail(new Error('late'));
    expect(await Promise.all([first, second])).toEqual(['failed', 'good']);
    expect(await snapshots.get('a')).toBe('good');
    expect(started).toHaveLength(2);
  });

  it('makes room for another: the one not asked for longest goes first', async () => {
    const snapshots = counting(2);
    await snapshots.get('a');
    await snapshots.get('b');
    await snapshots.get('c');
    expect(await snapshots.get('b')).toBe('b2');
    expect(await snapshots.get('c')).toBe('c3');
    expect(await snapshots.get('a')).toBe('a4');
  });

  it('stays for as long as it is asked for, however many others come', async () => {
    const snapshots = counting(2);
    await snapshots.get('a');
    await snapshots.get('b');
    await snapshots.get('a');
    await snapshots.get('c');
    expect(await snapshots.get('a')).toBe('a1');
    expect(await snapshots.get('b')).toBe('b4');
  });
});
