import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { refuse } from '../src/platform/domain-error.js';
import { createKeyedSemaphore } from '../src/platform/keyed-semaphore.js';
import { withHeldClock } from './support/clock.js';
import { deferred } from './support/deferred.js';

const LIMITS = { maxWaiting: 2, maxWaitMs: 1_000, refusal: () => refuse('platform.tooManyChanges') };

describe('a keyed semaphore', () => {
  it('runs one at a time a name, first come first served, and others do not wait', async () => {
    const semaphore = createKeyedSemaphore(LIMITS);
    const gate = deferred();
    const order: string[] = [];
    const step = (name: string, what: string, until?: Promise<void>) =>
      semaphore.run([name], async () => {
        order.push(`${what} begins`);
        await until;
        order.push(`${what} ends`);
      });

    const all = [step('a', 'first', gate.promise), step('a', 'second'), step('a', 'third'), step('b', 'another')];
    await tick();
    expect(order).toEqual(['first begins', 'another begins', 'another ends']);
    gate.resolve();
    await Promise.all(all);
    expect(order.slice(3)).toEqual(['first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  });

  it('takes several names without two callers waiting for each other for ever', async () => {
    const semaphore = createKeyedSemaphore(LIMITS);
    const names = (first: string, second: string) => semaphore.run([first, second, first], async () => tick());
    await Promise.all([names('a', 'b'), names('b', 'a'), names('a', 'b')]);
    expect(await semaphore.run(['a', 'b'], async () => 'free again')).toBe('free again');
  });

  it('refuses at once when too many wait, and later those who wait too long', async () => {
    const semaphore = createKeyedSemaphore({ ...LIMITS, atOnce: 2 });
    const gate = deferred();
    const working = [1, 2].map((n) => semaphore.run(['a'], () => gate.promise.then(() => n)));
    const refused = { code: 'UNAVAILABLE', key: 'platform.tooManyChanges' };
    let begun = 0;
    await withHeldClock(async (pass) => {
      const waiting = [1, 2].map(() => semaphore.run(['a'], async () => (begun += 1)));
      await tick();
      await expect(semaphore.run(['a'], async () => 0)).rejects.toMatchObject(refused);
      const late = Promise.allSettled(waiting);
      await pass(1_000);
      expect(await late).toMatchObject([{ reason: refused }, { reason: refused }]);
    });
    gate.resolve();
    expect(await Promise.all(working)).toEqual([1, 2]);
    expect(begun).toBe(0);
    expect(await semaphore.run(['a'], async () => 'free again')).toBe('free again');
  });

  it('is left by work that fails', async () => {
    const semaphore = createKeyedSemaphore(LIMITS);
    await expect(semaphore.run(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(['a'], async () => 'free again')).toBe('free again');
  });
});
