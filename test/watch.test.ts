import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatch } from '../src/platform/watch.js';

const rows = new Map<string, number>();
let reads: string[][] = [];
let read = async (keys: string[]) =>
  new Map(keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) as number] as const] : [])));
const failures: unknown[] = [];

function watch(options: { intervalMs?: number; minGapMs?: number; maxSubscribers?: number } = {}) {
  return createWatch<number>({
    intervalMs: 1_000,
    minGapMs: 100,
    maxSubscribers: 10,
    ...options,
    read: (keys) => {
      reads.push(keys);
      return read(keys);
    },
    same: (a, b) => a === b,
    onError: (error) => failures.push(error),
  });
}

function reader(stream: AsyncIterableIterator<number>) {
  const state = { values: [] as number[], ended: false };
  void (async () => {
    for await (const value of stream) state.values.push(value);
    state.ended = true;
  })();
  return state;
}

const usualRead = read;
beforeEach(() => {
  vi.useFakeTimers();
  rows.clear();
  reads = [];
  failures.length = 0;
  read = usualRead;
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a watch', () => {
  it('gives the value it was begun with at once, without reading', async () => {
    const orders = watch();
    const stream = reader(orders.subscribe('a', 1));
    await pass(0);
    expect(stream.values).toEqual([1]);
    expect(reads).toEqual([]);
    orders.stop();
  });

  it('gives each change once, within the interval, and nothing while nothing changes', async () => {
    const orders = watch();
    rows.set('a', 1);
    const stream = reader(orders.subscribe('a', 1));
    await pass(3_000);
    expect(stream.values).toEqual([1]);
    rows.set('a', 2);
    await pass(1_000);
    expect(stream.values).toEqual([1, 2]);
    orders.stop();
  });

  it('reads all keys at once however many follow them, and none that nobody follows', async () => {
    const orders = watch();
    const streams = ['a', 'a', 'b'].map((key) => orders.subscribe(key, 0));
    rows.set('a', 0).set('b', 0);
    await pass(1_000);
    expect(reads).toEqual([['a', 'b']]);
    for (const stream of streams) await stream.return?.();
    await pass(10_000);
    expect(reads).toHaveLength(1);
    expect(orders.subscribers).toBe(0);
  });

  it('reads sooner after a hint, but never twice within the gap', async () => {
    const orders = watch();
    rows.set('a', 1);
    const stream = reader(orders.subscribe('a', 1));
    await pass(1_000);
    for (let value = 2; value <= 50; value++) {
      rows.set('a', value);
      orders.touch('a');
      await pass(10);
    }
    expect(reads.length).toBeLessThanOrEqual(1 + 5 + 1);
    await pass(100);
    expect(stream.values.at(-1)).toBe(50);
    orders.touch('nobody follows this');
    orders.stop();
  });

  it('gives a subscriber no second value within the gap of its first, and the latest after it', async () => {
    const orders = watch({ intervalMs: 500, minGapMs: 500 });
    rows.set('a', 1);
    const early = orders.subscribe('a', 1);
    await pass(499);
    const stream = reader(orders.subscribe('a', 1));
    rows.set('a', 2);
    await pass(400);
    expect(stream.values).toEqual([1]);
    rows.set('a', 3);
    await pass(200);
    expect(stream.values).toEqual([1, 3]);
    await early.return?.();
    orders.stop();
  });

  it('keeps only the latest for a slow reader', async () => {
    const orders = watch({ intervalMs: 100 });
    const stream = orders.subscribe('a', 1);
    for (const value of [2, 3, 4]) {
      rows.set('a', value);
      await pass(200);
    }
    expect(await stream.next()).toEqual({ done: false, value: 4 });
    orders.stop();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('never gives a reading that is older than what a subscriber began with', async () => {
    const orders = watch();
    rows.set('a', 1);
    const early = reader(orders.subscribe('a', 1));
    let answer: (values: Map<string, number>) => void = () => undefined;
    read = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await pass(1_000);
    const late = reader(orders.subscribe('a', 2));
    read = usualRead;
    rows.set('a', 2);
    answer(new Map([['a', 1]]));
    await pass(1_000);
    expect(late.values).toEqual([2]);
    expect(early.values).toEqual([1, 2]);
    orders.stop();
  });

  it('ends the streams of a row that is gone', async () => {
    const orders = watch();
    rows.set('a', 1).set('b', 1);
    const [gone, other] = [reader(orders.subscribe('a', 1)), reader(orders.subscribe('b', 1))];
    rows.delete('a');
    await pass(1_000);
    expect([gone.ended, other.ended, orders.subscribers]).toEqual([true, false, 1]);
    orders.stop();
  });

  it('goes on after a failed read', async () => {
    const orders = watch();
    rows.set('a', 1);
    const stream = reader(orders.subscribe('a', 1));
    read = () => Promise.reject(new Error('the database is away'));
    await pass(2_000);
    expect(failures).toEqual([new Error('the database is away'), new Error('the database is away')]);
    read = usualRead;
    rows.set('a', 2);
    await pass(1_000);
    expect(stream.values).toEqual([1, 2]);
    orders.stop();
  });

  it('refuses one subscriber too many with UNAVAILABLE, and takes one again when another has left', async () => {
    const orders = watch({ maxSubscribers: 2 });
    const first = orders.subscribe('a', 1);
    orders.subscribe('b', 1);
    expect(() => orders.subscribe('c', 1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    await first.return?.();
    await first.return?.();
    expect(orders.subscribers).toBe(1);
    orders.subscribe('c', 1);
    expect(orders.subscribers).toBe(2);
    orders.stop();
  });

  it('ends every stream when it stops, a waiting one too, and stays stopped', async () => {
    const orders = watch();
    rows.set('a', 1);
    const streams = [reader(orders.subscribe('a', 1)), reader(orders.subscribe('a', 1))];
    await pass(1_000);
    orders.stop();
    await pass(0);
    expect(streams.map(({ ended }) => ended)).toEqual([true, true]);
    expect(orders.subscribers).toBe(0);
    expect(() => orders.subscribe('a', 1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    await pass(5_000);
    expect(reads).toHaveLength(1);
  });

  it('does not begin again when it is stopped during a read', async () => {
    const orders = watch();
    orders.subscribe('a', 1);
    let answer: (values: Map<string, number>) => void = () => undefined;
    read = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await pass(1_000);
    orders.touch('a');
    orders.stop();
    answer(new Map([['a', 2]]));
    await pass(5_000);
    expect(reads).toHaveLength(1);
  });
});
