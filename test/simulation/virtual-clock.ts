import { createRequire, syncBuiltinESMExports } from 'node:module';
import * as timersPromises from 'node:timers/promises';

/** The process's own, for what waits for the real database. */
export const realTimers = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
const nextTurn = timersPromises.setImmediate;

export interface VirtualClock {
  nowMs(): number;
  /** As after a sleep of the machine: the time jumps, and then what is due runs once, in the order of its time. */
  advance(ms: number): void;
  /** Until the next timer of those that keep a process alive. */
  msToNextTimer(): number | undefined;
  /** Resolves when nothing runs any more that waits for neither a timer nor the network. */
  settle(): Promise<void>;
  /** Forgets all timers. The calendar begins again; `performance.now()` goes on, by much, so that whatever was cached is old. */
  restart(): void;
  uninstall(): void;
}

interface Timer {
  atMs: number;
  order: number;
  run: () => void;
  everyMs: number | undefined;
  isRef: boolean;
}

const BEGINS_AT_MS = Date.UTC(2026, 5, 10, 15);
const BETWEEN_HISTORIES_MS = 30 * 86_400_000;

/** Replaces the clocks and the timers of this process. */
export function installVirtualClock(): VirtualClock {
  const promises = createRequire(import.meta.url)('node:timers/promises') as Record<string, unknown>;
  const original = {
    Date: globalThis.Date,
    now: performance.now,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    sleep: promises.setTimeout,
    turn: promises.setImmediate,
  };
  let elapsedMs = 0;
  let monotonicMs = 0;
  let order = 0;
  let turns = 0;
  const timers = new Set<Timer>();

  const nowMs = (): number => BEGINS_AT_MS + elapsedMs;

  class Handle {
    constructor(readonly timer: Timer) {}
    unref(): this {
      this.timer.isRef = false;
      return this;
    }
    ref(): this {
      this.timer.isRef = true;
      return this;
    }
    hasRef(): boolean {
      return this.timer.isRef;
    }
    refresh(): this {
      this.timer.atMs = elapsedMs + (this.timer.everyMs ?? 0);
      return this;
    }
    [Symbol.dispose](): void {
      timers.delete(this.timer);
    }
  }

  const start = (run: () => void, ms: number, isRepeated: boolean): Handle => {
    const delayMs = Math.max(1, Math.trunc(Number.isFinite(ms) ? ms : 1));
    const timer: Timer = {
      atMs: elapsedMs + delayMs,
      order: (order += 1),
      run,
      everyMs: isRepeated ? delayMs : undefined,
      isRef: true,
    };
    timers.add(timer);
    return new Handle(timer);
  };
  const stop = (handle: unknown): void => {
    if (handle instanceof Handle) timers.delete(handle.timer);
  };
  const sleep = (ms = 1, value?: unknown, options: { signal?: AbortSignal; ref?: boolean } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal } = options;
      const aborted = (): Error =>
        Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const onAbort = (): void => {
        stop(handle);
        reject(aborted());
      };
      const handle = start(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(value);
        },
        ms,
        false,
      );
      if (options.ref === false) handle.unref();
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) => start(() => run(...args), ms, false),
    clearTimeout: stop,
    setInterval: (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) => start(() => run(...args), ms, true),
    clearInterval: stop,
    Date: new Proxy(original.Date, {
      construct: (target, args: [], newTarget: typeof Date) =>
        Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as Date,
      apply: () => new original.Date(nowMs()).toString(),
      get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
    }),
  });
  performance.now = () => monotonicMs + elapsedMs;
  promises.setTimeout = sleep;
  // Counted, so that `settle` waits for whoever lets others have a turn.
  promises.setImmediate = async (value: unknown) => {
    turns += 1;
    await nextTurn();
    turns -= 1;
    return value;
  };
  syncBuiltinESMExports();

  const inOrder = (): Timer[] => [...timers].sort((one, other) => one.atMs - other.atMs || one.order - other.order);

  return {
    nowMs,
    advance(ms) {
      elapsedMs += ms;
      for (const timer of inOrder()) {
        if (timer.atMs > elapsedMs || !timers.has(timer)) continue;
        if (timer.everyMs === undefined) timers.delete(timer);
        else timer.atMs = elapsedMs + timer.everyMs;
        timer.run();
      }
    },
    msToNextTimer() {
      let nextMs = Infinity;
      for (const { atMs, isRef } of timers) if (isRef) nextMs = Math.min(nextMs, atMs);
      return nextMs === Infinity ? undefined : Math.max(0, nextMs - elapsedMs);
    },
    async settle() {
      do {
        await nextTurn();
        await nextTurn();
      } while (turns > 0);
    },
    restart() {
      timers.clear();
      monotonicMs += elapsedMs + BETWEEN_HISTORIES_MS;
      elapsedMs = 0;
      order = 0;
    },
    uninstall() {
      const { Date, setTimeout, clearTimeout, setInterval, clearInterval } = original;
      Object.assign(globalThis, { Date, setTimeout, clearTimeout, setInterval, clearInterval });
      performance.now = original.now;
      promises.setTimeout = original.sleep;
      promises.setImmediate = original.turn;
      syncBuiltinESMExports();
    },
  };
}
