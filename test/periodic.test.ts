import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../src/platform/metrics.js';
import { every } from '../src/platform/periodic.js';
import { NO_TRACER } from '../src/platform/tracer.js';
import { deferred } from './support/deferred.js';

const logged: { event: string; msg: string }[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const watchers = { log, metrics: createMetrics(), tracer: NO_TRACER };

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('periodic work', () => {
  it('runs first after one interval, then after each', async () => {
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, async () => {
      runs += 1;
      return false;
    });

    expect(runs).toBe(0);
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(runs).toBe(4);
    await work.stop();
  });

  it('runs again at once after a full batch', async () => {
    const batches = [true, true, false];
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, async () => batches[runs++] ?? false);

    await vi.advanceTimersByTimeAsync(1_100);
    expect(runs).toBe(3);
    await work.stop();
  });

  it('is never two runs at once: asked for meanwhile, it runs once more behind', async () => {
    const gates = [deferred<boolean>(), deferred<boolean>()];
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, () => gates[runs++]?.promise ?? Promise.resolve(false));

    work.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(1);
    work.wake();
    work.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runs).toBe(1);
    gates[0]?.resolve(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(2);
    gates[1]?.resolve(false);
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(2);
    await work.stop();
  });

  it('asked for now runs now, and the interval counts from there', async () => {
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, async () => {
      runs += 1;
      return false;
    });

    await vi.advanceTimersByTimeAsync(600);
    work.wake();
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    await work.stop();
  });

  it('that fails, at once or later, is logged and comes again as usual', async () => {
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, () => {
      runs += 1;
      if (runs === 1) throw new Error('at once');
      return Promise.reject(new Error('later'));
    });

    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toBe(2);
    const failure = { event: 'test.counting.failed', msg: 'recurring work failed: test.counting' };
    expect(logged).toMatchObject([failure, failure]);
    await work.stop();
  });

  it('stopped waits for the run under way and never runs again', async () => {
    const gate = deferred<boolean>();
    let runs = 0;
    const work = every(1_000, 'test.counting', watchers, () => {
      runs += 1;
      return gate.promise;
    });
    work.wake();
    await vi.advanceTimersByTimeAsync(0);

    let stopped = false;
    const stopping = work.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(stopped).toBe(false);
    gate.resolve(true);
    await stopping;
    work.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(1);
  });
});
