import { setImmediate as tick, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBatchQueue,
  createBatchQueues,
  QueueFullError,
  WaitedTooLongError,
  type Decision,
} from '../src/platform/batch-queue.js';
import { withHeldClock } from './support/clock.js';
import { deferred } from './support/deferred.js';

/** A poisoned item: any batch it is in fails with this. */
class Poison extends Error {}

/** A queue whose batches fail as a whole, and are held up by nobody. */
const PLAIN = { maxBatch: 10, maxWaiting: 10, maxWaitMs: 60_000, isHeldUp: () => false, blames: () => false };

const always = <Answer>(answer: Answer): Decision<Answer> => ({ answer });

describe('a batch queue', () => {
  it('puts what is pushed in one tick into one batch, in the order it was pushed', async () => {
    const batches: number[][] = [];
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      decide: async (take) => {
        const items = take();
        batches.push(items);
        return items.map((item) => always(item * 2));
      },
    });

    expect(await Promise.all([3, 1, 2].map((item) => queue.push(item)))).toEqual([6, 2, 4]);
    expect(batches).toEqual([[3, 1, 2]]);
  });

  it('gives each key its share of a full batch, and the rest to what came first', async () => {
    const batches: string[][] = [];
    const queue = createBatchQueue<string, string>({
      ...PLAIN,
      maxBatch: 4,
      maxWaiting: 7,
      keyOf: ([key = '']) => key,
      decide: async (take) => {
        const items = take();
        batches.push(items);
        await tick();
        return items.map(always);
      },
    });

    const pushed = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'a7'].map((item) => queue.push(item));
    await expect(queue.push('a8')).rejects.toBeInstanceOf(QueueFullError);
    await Promise.all([...pushed, queue.push('b2')]);

    expect(batches).toEqual([
      ['a1', 'a2', 'b1', 'c1'],
      ['a3', 'a4', 'b2', 'a5'],
      ['a6', 'a7'],
    ]);
    // What left no longer counts.
    await Promise.all(Array.from({ length: 7 }, (_, i) => queue.push(`a${i}`)));
  });

  it('sends away by the time that came with an item, wherever it stands', async () => {
    await withHeldClock(async (pass) => {
      const gate = deferred();
      const queue = createBatchQueue<number, number>({
        ...PLAIN,
        decide: async (take) => {
          const items = take();
          await gate.promise;
          return items.map(always);
        },
      });
      const first = queue.push(0);
      await tick();
      const [long, short] = [queue.push(1), queue.push(2, performance.now() + 1_000)];
      const refused = short.catch((error: unknown) => error);
      await pass(1_001);
      expect(await refused).toBeInstanceOf(WaitedTooLongError);
      gate.resolve();
      expect(await Promise.all([first, long])).toEqual([0, 1]);
    });
  });

  it('sends away in time who waits behind others that a held-up batch put back', async () => {
    await withHeldClock(async (pass) => {
      const connection = deferred();
      let batches = 0;
      const queue = createBatchQueue<string, string>({
        ...PLAIN,
        maxBatch: 2,
        keyOf: ([key = '']) => key,
        isHeldUp: (error) => error instanceof Poison,
        decide: async (take) => {
          batches += 1;
          if (batches === 2) await connection.promise;
          const items = take();
          if (batches === 1) throw new Poison();
          return items.map(always);
        },
      });
      const outcome = (item: string, inMs: number) => queue.push(item, performance.now() + inMs).catch((error: unknown) => error);
      // The fair batch has a1 and b1: a2, whose time ends before that of b1, waits.
      const [a1, a2, b1] = [outcome('a1', 60_000), outcome('a2', 61_000), outcome('b1', 69_000)];
      await tick();
      for (const ms of [60_001, 61_001]) await pass(ms);
      expect(await Promise.race([a2, tick('still waits')])).toBeInstanceOf(WaitedTooLongError);
      connection.resolve();
      expect([await a1, await b1]).toEqual([expect.any(WaitedTooLongError), 'b1']);
    });
  });

  it('has one batch in flight: what arrives meanwhile is the next one, cut to the largest size', async () => {
    const batches: number[][] = [];
    let inFlight = 0;
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxBatch: 3,
      maxWaiting: 100,
      decide: async (take) => {
        const items = take();
        inFlight += 1;
        expect(inFlight).toBe(1);
        batches.push(items);
        await tick();
        inFlight -= 1;
        return items.map(always);
      },
    });

    const first = queue.push(0);
    await Promise.resolve();
    const others = [1, 2, 3, 4, 5].map((item) => queue.push(item));

    expect(await Promise.all([first, ...others])).toEqual([0, 1, 2, 3, 4, 5]);
    expect(batches).toEqual([[0], [1, 2, 3], [4, 5]]);
  });

  it('refuses at once what does not fit the queue, and takes the rest', async () => {
    const gate = deferred();
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxBatch: 1,
      maxWaiting: 2,
      decide: async (take) => {
        const items = take();
        await gate.promise;
        return items.map(always);
      },
    });

    const taken = [queue.push(0)];
    await tick();
    taken.push(queue.push(1), queue.push(2));
    await expect(queue.push(3)).rejects.toBeInstanceOf(QueueFullError);
    gate.resolve();
    expect(await Promise.all(taken)).toEqual([0, 1, 2]);
    expect(await queue.push(4)).toBe(4);
  });

  it('asks those again first that have to be asked again, in their order', async () => {
    const batches: string[][] = [];
    const queue = createBatchQueue<string, string>({
      ...PLAIN,
      maxBatch: 3,
      decide: async (take) => {
        const items = take();
        batches.push(items);
        return items.map((item, i) => (i > 0 && batches.length === 1 ? 'RETRY' : always(item)));
      },
    });

    expect(await Promise.all(['a', 'b', 'c', 'd'].map((item) => queue.push(item)))).toEqual(['a', 'b', 'c', 'd']);
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'd'],
    ]);
  });

  it('fails everybody when nobody is to blame, and goes on afterwards', async () => {
    let broken = true;
    let calls = 0;
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      blames: (error) => error instanceof Poison,
      decide: async (take) => {
        const items = take();
        calls += 1;
        if (broken) throw new Error('the database is away');
        return items.map(always);
      },
    });

    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => queue.push(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
    broken = false;
    expect(await queue.push(4)).toBe(4);
  });

  it('fails an item alone that was left without a decision', async () => {
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      decide: async (take) => take().slice(0, 1).map(always),
    });
    const outcomes = await Promise.allSettled([queue.push(1), queue.push(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('answers every item once and its own answer, whatever is poisoned, retried, or arrives meanwhile', async () => {
    const item = fc.record({
      poisoned: fc.boolean(),
      retries: fc.integer({ min: 0, max: 3 }),
      waitsTicks: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), async (items, maxBatch) => {
        const left = items.map(({ retries }) => retries);
        const answered: number[] = [];
        const queue = createBatchQueue<number, number>({
          ...PLAIN,
          maxBatch,
          maxWaiting: items.length + 1,
          blames: (error) => error instanceof Poison,
          decide: async (take) => {
            const batch = take();
            await Promise.resolve();
            expect(batch.length).toBeLessThanOrEqual(maxBatch);
            // All or nothing, as a statement is.
            if (batch.some((i) => items[i]?.poisoned)) throw new Poison();
            return batch.map((i) => {
              if ((left[i] ?? 0) > 0) {
                left[i] = (left[i] ?? 0) - 1;
                return 'RETRY';
              }
              answered.push(i);
              return always(i);
            });
          },
        });

        const outcomes = await Promise.allSettled(
          items.map(async ({ waitsTicks }, i) => {
            for (let n = 0; n < waitsTicks; n++) await tick();
            return queue.push(i);
          }),
        );

        const healthy = items.flatMap(({ poisoned }, i) => (poisoned ? [] : [i]));
        expect(answered.toSorted((a, b) => a - b)).toEqual(healthy);
        outcomes.forEach((outcome, i) => {
          if (items[i]?.poisoned) expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Poison) });
          else expect(outcome).toEqual({ status: 'fulfilled', value: i });
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('queues by key', () => {
  const waitingFor = (gate: Promise<void>) =>
    createBatchQueues<number, string>({
      ...PLAIN,
      decide: async (key, take) => {
        const items = take();
        await gate;
        return items.map((item) => always(`${key}${item}`));
      },
    });

  it('do not wait for each other', async () => {
    const gate = deferred();
    const queues = createBatchQueues<number, string>({
      ...PLAIN,
      decide: async (key, take) => {
        const items = take();
        if (key === 'slow') await gate.promise;
        return items.map((item) => always(`${key}${item}`));
      },
    });

    const slow = queues.push('slow', 1);
    expect(await queues.push('quick', 2)).toBe('quick2');
    gate.resolve();
    expect(await slow).toBe('slow1');
  });

  it('are kept only while something is in them', async () => {
    const gate = deferred();
    const queues = waitingFor(gate.promise);

    const pushed = ['a', 'b', 'c', 'a'].map((key, i) => queues.push(key, i));
    await tick();
    expect(queues.size).toBe(3);
    gate.resolve();
    expect(await Promise.all(pushed)).toEqual(['a0', 'b1', 'c2', 'a3']);
    await tick();
    expect(queues.size).toBe(0);
  });

  it('are never two for one key', async () => {
    let inFlight = 0;
    const queues = createBatchQueues<number, number>({
      ...PLAIN,
      maxBatch: 2,
      maxWaiting: 100,
      decide: async (_key, take) => {
        const items = take();
        inFlight += 1;
        expect(inFlight).toBe(1);
        await tick();
        inFlight -= 1;
        return items.map(always);
      },
    });

    // Each answer brings the next push, at the very moment a queue may be dropped.
    const chain = async (from: number): Promise<void> => {
      for (let i = from; i < from + 50; i++) expect(await queues.push('key', i)).toBe(i);
    };
    await Promise.all([chain(0), chain(100), chain(200)]);
  });
});

describe('an item whose turn does not come', () => {
  it('leaves the queue when its time is over, is told so, and is never decided', async () => {
    const gate = deferred();
    const decided: number[] = [];
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxWaitMs: 1_000,
      decide: async (take) => {
        const items = take();
        decided.push(...items);
        await gate.promise;
        return items.map(always);
      },
    });

    await withHeldClock(async (pass) => {
      const first = queue.push(1);
      await tick();
      const late = queue.push(2).catch((error: unknown) => error);
      // The one timer runs for the first still.
      await pass(2_000);
      expect(await late).toBeInstanceOf(WaitedTooLongError);
      const next = queue.push(3);
      gate.resolve();
      expect(await Promise.all([first, next])).toEqual([1, 3]);
    });
    expect(decided).toEqual([1, 3]);
  });

  it('waits for what a batch needs before it is taken, and leaves all the same', async () => {
    const connection = deferred();
    const decided: number[] = [];
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxWaitMs: 1_000,
      decide: async (take) => {
        await connection.promise;
        const items = take();
        decided.push(...items);
        return items.map(always);
      },
    });

    await withHeldClock(async (pass) => {
      const late = queue.push(1).catch((error: unknown) => error);
      await pass(1_000);
      expect(await late).toBeInstanceOf(WaitedTooLongError);
      const next = queue.push(2);
      connection.resolve();
      expect(await next).toBe(2);
    });
    expect(decided).toEqual([2]);
  });

  it('is asked again and again while somebody else holds the row, but no longer than it may wait', async () => {
    let attempts = 0;
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxWaitMs: 100,
      isHeldUp: (error) => error instanceof Poison,
      decide: async (take) => {
        take();
        attempts += 1;
        await sleep(10);
        throw new Poison();
      },
    });
    await expect(queue.push(1)).rejects.toBeInstanceOf(WaitedTooLongError);
    expect(attempts).toBeGreaterThan(1);
  });

  it('hears the reason when a batch cannot be begun, and so does everybody who waits', async () => {
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxBatch: 1,
      maxWaitMs: 1_000,
      blames: () => true,
      decide: async () => {
        throw new Error('the password is wrong');
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => queue.push(item)));
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : outcome))).toEqual(
      Array(3).fill('the password is wrong'),
    );
  });
});

describe('a batch whose answers wait until it is known to be kept', () => {
  const startQueue = (maxBatch = 10) => {
    const batches: number[][] = [];
    const kept: ReturnType<typeof deferred<boolean>>[] = [];
    const queue = createBatchQueue<number, number>({
      ...PLAIN,
      maxBatch,
      decide: async (take) => {
        const items = take();
        batches.push(items);
        const known = deferred<boolean>();
        kept.push(known);
        return {
          decisions: items.map((item) => (item === 0 && batches.length === 1 ? 'RETRY' : always(item))),
          kept: known.promise,
        };
      },
    });
    const answered: number[] = [];
    const push = (...items: number[]): Promise<unknown>[] =>
      items.map((item) => queue.push(item).then((answer) => answered.push(answer)));
    return { batches, kept, answered, push };
  };
  const turns = () => sleep(20);

  it('is waited for a moment, in which the next batch grows', async () => {
    const { batches, kept, push } = startQueue();
    const first = push(1);
    await sleep(0);
    const second = push(2);
    await sleep(1);
    const third = push(3);
    kept[0]?.resolve(true);
    await turns();
    expect(batches).toEqual([[1], [2, 3]]);
    kept[1]?.resolve(true);
    await Promise.all([...first, ...second, ...third]);
  });

  it('holds up no next batch for long, but of two only', async () => {
    const { batches, kept, answered, push } = startQueue(1);
    const pushed = push(1, 2, 3, 4);
    await turns();
    expect([batches, answered]).toEqual([[[1], [2]], []]);
    kept[1]?.resolve(true);
    await turns();
    expect([batches, answered]).toEqual([[[1], [2], [3]], [2]]);
    kept[0]?.resolve(true);
    kept[2]?.resolve(true);
    await turns();
    kept[3]?.resolve(true);
    await Promise.all(pushed);
    expect(answered).toEqual([2, 1, 3, 4]);
  });

  it('is decided again when it is lost, and RETRY does not wait for that', async () => {
    const { batches, kept, answered, push } = startQueue();
    const pushed = push(0, 1, 2);
    await turns();
    expect(batches).toEqual([[0, 1, 2], [0]]);
    kept[1]?.resolve(true);
    kept[0]?.resolve(false);
    await turns();
    expect([batches, answered]).toEqual([[[0, 1, 2], [0], [1, 2]], [0]]);
    kept[2]?.resolve(true);
    await Promise.all(pushed);
    expect(answered).toEqual([0, 1, 2]);
  });

  it('fails with those in it when nobody can say', async () => {
    const { kept, push } = startQueue();
    const pushed = push(1, 2);
    await turns();
    kept[0]?.reject(new Poison());
    for (const one of pushed) await expect(one).rejects.toBeInstanceOf(Poison);
  });
});
