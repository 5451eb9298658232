import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatchLine, createBatchLines, LineFullError, type Decision } from '../src/platform/batch-queue.js';
import { deferred } from './support/deferred.js';

/** A poisoned item: any batch it is in fails with this. */
class Poison extends Error {}

const always = <Answer>(answer: Answer): Decision<Answer> => ({ answer });

describe('a batch line', () => {
  it('puts what is pushed in one tick into one batch, in the order of arrival', async () => {
    const batches: number[][] = [];
    const line = createBatchLine<number, number>({
      maxBatch: 10,
      maxWaiting: 10,
      blames: () => false,
      decide: async (items) => {
        batches.push(items);
        return items.map((item) => always(item * 2));
      },
    });

    expect(await Promise.all([3, 1, 2].map((item) => line.push(item)))).toEqual([6, 2, 4]);
    expect(batches).toEqual([[3, 1, 2]]);
  });

  it('has one batch in flight: what arrives meanwhile is the next one, cut to the largest size', async () => {
    const batches: number[][] = [];
    let inFlight = 0;
    const line = createBatchLine<number, number>({
      maxBatch: 3,
      maxWaiting: 100,
      blames: () => false,
      decide: async (items) => {
        inFlight += 1;
        expect(inFlight).toBe(1);
        batches.push(items);
        await tick();
        inFlight -= 1;
        return items.map(always);
      },
    });

    const first = line.push(0);
    await Promise.resolve();
    const others = [1, 2, 3, 4, 5].map((item) => line.push(item));

    expect(await Promise.all([first, ...others])).toEqual([0, 1, 2, 3, 4, 5]);
    expect(batches).toEqual([[0], [1, 2, 3], [4, 5]]);
  });

  it('refuses at once what does not fit the queue, and takes the rest', async () => {
    const gate = deferred();
    const line = createBatchLine<number, number>({
      maxBatch: 1,
      maxWaiting: 2,
      blames: () => false,
      decide: async (items) => {
        await gate.promise;
        return items.map(always);
      },
    });

    const taken = [line.push(0)];
    await tick();
    taken.push(line.push(1), line.push(2));
    await expect(line.push(3)).rejects.toBeInstanceOf(LineFullError);
    gate.resolve();
    expect(await Promise.all(taken)).toEqual([0, 1, 2]);
    expect(await line.push(4)).toBe(4);
  });

  it('asks those again first that have to be asked again, in their order', async () => {
    const batches: string[][] = [];
    const line = createBatchLine<string, string>({
      maxBatch: 3,
      maxWaiting: 10,
      blames: () => false,
      decide: async (items) => {
        batches.push(items);
        return items.map((item, i) => (i > 0 && batches.length === 1 ? 'RETRY' : always(item)));
      },
    });

    expect(await Promise.all(['a', 'b', 'c', 'd'].map((item) => line.push(item)))).toEqual(['a', 'b', 'c', 'd']);
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'd'],
    ]);
  });

  it('fails everybody when nobody is to blame, and goes on afterwards', async () => {
    let broken = true;
    let calls = 0;
    const line = createBatchLine<number, number>({
      maxBatch: 10,
      maxWaiting: 10,
      blames: (error) => error instanceof Poison,
      decide: async (items) => {
        calls += 1;
        if (broken) throw new Error('the database is away');
        return items.map(always);
      },
    });

    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => line.push(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
    broken = false;
    expect(await line.push(4)).toBe(4);
  });

  it('fails an item alone that was left without a decision', async () => {
    const line = createBatchLine<number, number>({
      maxBatch: 10,
      maxWaiting: 10,
      blames: () => false,
      decide: async () => [always(1)],
    });
    const outcomes = await Promise.allSettled([line.push(1), line.push(2)]);
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
        const line = createBatchLine<number, number>({
          maxBatch,
          maxWaiting: items.length + 1,
          blames: (error) => error instanceof Poison,
          decide: async (batch) => {
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
            return line.push(i);
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

describe('lines by key', () => {
  const waitingFor = (gate: Promise<void>) =>
    createBatchLines<number, string>({
      maxBatch: 10,
      maxWaiting: 10,
      blames: () => false,
      decide: async (key, items) => {
        await gate;
        return items.map((item) => always(`${key}${item}`));
      },
    });

  it('do not wait for each other', async () => {
    const gate = deferred();
    const lines = createBatchLines<number, string>({
      maxBatch: 10,
      maxWaiting: 10,
      blames: () => false,
      decide: async (key, items) => {
        if (key === 'slow') await gate.promise;
        return items.map((item) => always(`${key}${item}`));
      },
    });

    const slow = lines.push('slow', 1);
    expect(await lines.push('quick', 2)).toBe('quick2');
    gate.resolve();
    expect(await slow).toBe('slow1');
  });

  it('are kept only while something is in them', async () => {
    const gate = deferred();
    const lines = waitingFor(gate.promise);

    const pushed = ['a', 'b', 'c', 'a'].map((key, i) => lines.push(key, i));
    await tick();
    expect(lines.size).toBe(3);
    gate.resolve();
    expect(await Promise.all(pushed)).toEqual(['a0', 'b1', 'c2', 'a3']);
    await tick();
    expect(lines.size).toBe(0);
  });

  it('are never two for one key', async () => {
    let inFlight = 0;
    const lines = createBatchLines<number, number>({
      maxBatch: 2,
      maxWaiting: 100,
      blames: () => false,
      decide: async (_key, items) => {
        inFlight += 1;
        expect(inFlight).toBe(1);
        await tick();
        inFlight -= 1;
        return items.map(always);
      },
    });

    // Each answer brings the next push, at the very moment a line may be dropped.
    const chain = async (from: number): Promise<void> => {
      for (let i = from; i < from + 50; i++) expect(await lines.push('key', i)).toBe(i);
    };
    await Promise.all([chain(0), chain(100), chain(200)]);
  });
});
