import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { refuse } from '../src/platform/domain-error.js';
import { createFairQueue } from '../src/platform/fair-queue.js';
import { withHeldClock } from './support/clock.js';
import { deferred } from './support/deferred.js';

const REFUSED = { code: 'UNAVAILABLE', key: 'platform.tooManyLogins' };

/** One works at a time, and the first one holds the queue until `open` is called. */
function heldQueue(maxWaiting = 300) {
  const queue = createFairQueue({ atOnce: 1, maxWaiting, maxWaitMs: 5_000, refusal: () => refuse('platform.tooManyLogins') });
  const gate = deferred();
  const served: string[] = [];
  const first = queue.run(['the first'], () => gate.promise);
  const ask = (what: string, ...names: string[]) =>
    queue.run(names, async () => {
      served.push(what);
      await tick();
    });
  return { ask, served, first, open: () => gate.resolve() };
}

const times = <Made>(count: number, make: (i: number) => Made) => Array.from({ length: count }, (_, i) => make(i));

describe('a fair queue', () => {
  it.each([
    ['of one account from many addresses', (i: number) => ['account A', `address ${i}`]],
    ['from one address on many accounts', (i: number) => [`account ${i}`, 'address A']],
    ['of one account from one address', () => ['account A', 'address A']],
  ])('lets a flood %s make nobody else wait for more than one turn', async (_, namesOf) => {
    const { ask, served, open } = heldQueue();
    const flood = times(118, (i) => ask('flood', ...namesOf(i)));
    const others = times(3, (i) => ask(`other ${i}`, `account other ${i}`, `address other ${i}`));
    open();
    await Promise.all([...flood, ...others]);
    expect(served.slice(0, 6).filter((what) => what !== 'flood')).toHaveLength(3);
    expect(served).toHaveLength(121);
  });

  it('serves the owner of a flooded account after at most one more turn of each address', async () => {
    const { ask, served, open } = heldQueue();
    const flood = times(100, (i) => ask('flood', 'account A', `address ${i % 5}`));
    open();
    await Promise.all(flood.slice(0, 20));
    const owner = ask('owner', 'account A', 'address of the owner');
    const before = served.length;
    await Promise.all([...flood, owner]);
    expect(served.indexOf('owner')).toBeLessThanOrEqual(before + 5);
  });

  it('gives no turns in advance to who was away, nor takes them from who was alone', async () => {
    const queue = createFairQueue({ atOnce: 1, maxWaiting: 300, maxWaitMs: 5_000, refusal: () => new Error('unreachable') });
    for (let i = 0; i < 50; i += 1) await queue.run(['account A'], async () => undefined);
    const gate = deferred();
    const served: string[] = [];
    const first = queue.run(['the first'], () => gate.promise);
    const ask = (name: string) => queue.run([name], async () => void served.push(name));
    const all = [...times(5, () => ask('B')), ...times(5, () => ask('A'))];
    gate.resolve();
    await Promise.all([first, ...all]);
    expect(served.slice(0, 4).toSorted()).toEqual(['A', 'A', 'B', 'B']);
  });

  it('serves who comes again, although new ones keep coming', async () => {
    const { ask, served, open } = heldQueue();
    const all = [ask('once', 'A'), ask('again', 'A'), ...times(20, (i) => ask('new', `new ${i}`))];
    open();
    for (let i = 20; i < 200; i += 1) {
      await tick();
      all.push(ask('new', `new ${i}`));
    }
    await Promise.all(all);
    expect(served.indexOf('again')).toBeGreaterThan(5);
    expect(served.indexOf('again')).toBeLessThan(60);
  });

  it('lets a crowd push out its own when too many wait, and refuses at last who waits too long', async () => {
    const { ask, served, open, first } = heldQueue(10);
    await withHeldClock(async (pass) => {
      const flood = times(15, (i) => ask('flood', `account ${i}`, 'address A'));
      const other = ask('other', 'account B', 'address B');
      const outcomes = Promise.allSettled([...flood, other]);
      await tick();
      open();
      await first;
      const refused = (await outcomes).map(({ status }) => status === 'rejected');
      // The last of the flood, and one more for the other.
      expect(refused.lastIndexOf(false)).toBe(15);
      expect(refused.filter(Boolean)).toHaveLength(6);
      expect(served).toContain('other');

      const stuck = heldQueue();
      const late = Promise.allSettled([stuck.ask('late', 'account A')]);
      await pass(5_000);
      expect(await late).toMatchObject([{ reason: REFUSED }]);
      stuck.open();
      await stuck.first;
      await stuck.ask('next', 'account A');
      expect(stuck.served).toEqual(['next']);
    });
  });

  it('is left by work that fails', async () => {
    const queue = createFairQueue({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000, refusal: () => new Error('unreachable') });
    await expect(queue.run(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(['a'], async () => 'free again')).toBe('free again');
  });
});
