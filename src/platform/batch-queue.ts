import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchedQueue, Metrics } from './metrics.js';
import { NO_TRACER, type Place, type Tracer } from './tracer.js';

export class QueueFullError extends Error {}

/** Nothing was done. */
export class WaitedTooLongError extends Error {}

export type Decision<Answer> = { answer: Answer } | 'RETRY';

/** With `kept` the answers wait until it is known whether the batch is durable, and the next batch does not. If it is lost, it is decided again. */
export type Decided<Answer> = Decision<Answer>[] | { decisions: Decision<Answer>[]; kept: Promise<boolean> };

export type Take<Item> = () => Item[];

/** Of one queue. Each has a connection that waits; what arrives meanwhile is in the next batch. */
const MAX_UNKEPT = 2;
/** A disk takes less, and a batch costs less an item when more of them arrived. A standby that is far away takes longer. */
const KEPT_SOON_MS = 5;

export interface BatchQueue<Item, Answer> {
  /** Rejects with the item's failure, QueueFullError or WaitedTooLongError. It waits until `endsAtMs`, otherwise for `maxWaitMs`. */
  push(item: Item, endsAtMs?: number): Promise<Answer>;
}

export interface QueueOptions {
  watched?: { queue: BatchedQueue; metrics: Pick<Metrics, 'batchTaken'>; tracer: Tracer };
  maxBatch: number;
  maxWaiting: number;
  maxWaitMs: number;
  blames(error: unknown): boolean;
  /** Whether another transaction held the row: the batch is decided again while its time lasts. */
  isHeldUp(error: unknown): boolean;
}

interface Waiting<Item, Answer> {
  item: Item;
  endsAtMs: number;
  place: Place | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * One batch at a time: connections that contend for one row only slow each other down. `decide` takes the items once it has a
 * connection, writes all or nothing and answers in their order. After a failure that one item may have caused (`blames`), the
 * batch is halved. RETRY puts an item back where its time ends; at least one item must be answered.
 */
export function createBatchQueue<Item, Answer>(
  options: QueueOptions & {
    decide(take: Take<Item>): Promise<Decided<Answer>>;
    onIdle?(): void;
    /** Items of different keys share a batch, and no key has more than its share of a full one; `maxWaiting` is then a key's. */
    keyOf?(item: Item): string;
  },
): BatchQueue<Item, Answer> {
  const { watched, maxBatch, maxWaiting, maxWaitMs, decide, blames, isHeldUp, onIdle, keyOf = () => '' } = options;
  const tracer = watched?.tracer ?? NO_TRACER;
  let waiting: Waiting<Item, Answer>[] = [];
  const waitingOf = new Map<string, number>();
  const unkept = new Set<Promise<void>>();
  let decidedAtMs = 0;
  let running = false;
  let timer: NodeJS.Timeout | undefined;

  const count = (items: Waiting<Item, Answer>[], by: 1 | -1): void => {
    for (const { item } of items) {
      const key = keyOf(item);
      const sum = (waitingOf.get(key) ?? 0) + by;
      if (sum > 0) waitingOf.set(key, sum);
      else waitingOf.delete(key);
    }
  };

  const sendAway = (untilMs: number): void => {
    const kept = waiting.findIndex(({ endsAtMs }) => endsAtMs > untilMs);
    const late = waiting.splice(0, kept < 0 ? waiting.length : kept);
    count(late, -1);
    for (const { reject } of late) reject(new WaitedTooLongError('its turn did not come in time'));
  };

  /** Each key's first ones up to its share, then those who came first. */
  const takeFairly = (): Waiting<Item, Answer>[] => {
    if (waiting.length <= maxBatch || waitingOf.size === 1) return waiting.splice(0, maxBatch);
    const share = Math.ceil(maxBatch / waitingOf.size);
    const taken = new Map<string, number>();
    const batch: Waiting<Item, Answer>[] = [];
    const rest: Waiting<Item, Answer>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      const before = taken.get(key) ?? 0;
      const fits = before < share && batch.length < maxBatch;
      if (fits) taken.set(key, before + 1);
      (fits ? batch : rest).push(one);
    }
    batch.push(...rest.splice(0, maxBatch - batch.length));
    waiting = rest;
    return batch;
  };

  // One timer: the first item's time ends first. It is not reset for each batch.
  const watch = (): void => {
    const [first] = waiting;
    if (timer || !first) return;
    const { endsAtMs } = first;
    timer = setTimeout(() => {
      timer = undefined;
      sendAway(endsAtMs);
      watch();
    }, endsAtMs - performance.now()).unref();
  };

  const watchAgain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    watch();
  };

  /** In the order in which their time ends: nearly always at the end. */
  const enter = (entering: Waiting<Item, Answer>): void => {
    const before = waiting.findLastIndex(({ endsAtMs }) => endsAtMs <= entering.endsAtMs);
    waiting.splice(before + 1, 0, entering);
    count([entering], 1);
    if (before < 0) watchAgain();
  };

  const answer = (batch: Waiting<Item, Answer>[], decisions: Decision<Answer>[]): Waiting<Item, Answer>[] =>
    batch.filter(({ resolve, reject }, i) => {
      const decision = decisions[i];
      if (decision === 'RETRY') return true;
      if (decision) resolve(decision.answer);
      else reject(new Error('the batch left an item without a decision'));
      return false;
    });

  const answerOnceKept = (batch: Waiting<Item, Answer>[], decided: Decided<Answer>): Waiting<Item, Answer>[] => {
    if (Array.isArray(decided)) return answer(batch, decided);
    const { decisions, kept } = decided;
    const [again, decidedOnes] = [true, false].map((isAgain) => batch.filter((_, i) => (decisions[i] === 'RETRY') === isAgain));
    const answered = kept.then(
      (isKept) => {
        if (isKept) answer(batch, decisions);
        else enterAgain(decidedOnes!);
      },
      (error: unknown) => decidedOnes!.forEach(({ reject }) => reject(error)),
    );
    const over = answered.finally(() => unkept.delete(over));
    unkept.add(over);
    return again!;
  };

  const settle = async (take: () => Waiting<Item, Answer>[]): Promise<Waiting<Item, Answer>[]> => {
    let batch: Waiting<Item, Answer>[] | undefined;
    try {
      const decided = await decide(() => (batch = take()).map(({ item }) => item));
      return answerOnceKept(batch ?? [], decided);
    } catch (error) {
      if (batch && isHeldUp(error)) return batch;
      if (!batch || batch.length === 1 || !blames(error)) {
        if (!batch) waitingOf.clear();
        for (const { reject } of batch ?? waiting.splice(0)) reject(error);
        return [];
      }
      const middle = Math.ceil(batch.length / 2);
      const [front, back] = [batch.slice(0, middle), batch.slice(middle)];
      return [...(await settle(() => front)), ...(await settle(() => back))];
    }
  };

  const next = (): Waiting<Item, Answer>[] => {
    sendAway(performance.now());
    const batch = takeFairly();
    count(batch, -1);
    if (batch.length > 0) watched?.metrics.batchTaken(watched.queue, batch.length);
    return batch;
  };

  const decideNext = (): Promise<Waiting<Item, Answer>[]> =>
    tracer.batch(`batch of ${watched?.queue}`, waiting[0]?.place, (join) =>
      settle(() => {
        const batch = next();
        for (const { place } of batch) join(place);
        return batch;
      }),
    );

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const soonMs = decidedAtMs + KEPT_SOON_MS - performance.now();
      if (unkept.size >= MAX_UNKEPT) await Promise.race(unkept);
      else if (unkept.size > 0 && soonMs > 0) await Promise.race([...unkept, sleep(soonMs)]);
      else {
        enterAgain(await decideNext());
        decidedAtMs = performance.now();
      }
    }
    running = false;
    onIdle?.();
  };

  // So that what arrives in the same tick shares the first batch.
  const start = (): void => {
    if (running) return;
    running = true;
    queueMicrotask(() => void run());
  };

  const enterAgain = (items: Waiting<Item, Answer>[]): void => {
    if (items.length === 0) return;
    // A fair batch took some whose time ends after that of others who wait.
    waiting = [...items, ...waiting].sort((one, other) => one.endsAtMs - other.endsAtMs);
    count(items, 1);
    watchAgain();
    start();
  };

  return {
    push(item, endsAtMs = performance.now() + maxWaitMs) {
      if ((waitingOf.get(keyOf(item)) ?? 0) >= maxWaiting) return Promise.reject(new QueueFullError('the queue is full'));
      return new Promise((resolve, reject) => {
        enter({ item, endsAtMs, place: tracer.here(), resolve, reject });
        start();
      });
    },
  };
}

export interface BatchQueues<Item, Answer> {
  push(key: string, item: Item, endsAtMs?: number): Promise<Answer>;
  readonly size: number;
}

export function createBatchQueues<Item, Answer>(
  options: QueueOptions & { decide(key: string, take: Take<Item>): Promise<Decided<Answer>> },
): BatchQueues<Item, Answer> {
  const queues = new Map<string, BatchQueue<Item, Answer>>();
  return {
    push(key, item, endsAtMs) {
      let queue = queues.get(key);
      if (!queue) {
        queue = createBatchQueue({ ...options, decide: (take) => options.decide(key, take), onIdle: () => queues.delete(key) });
        queues.set(key, queue);
      }
      return queue.push(item, endsAtMs);
    },
    get size() {
      return queues.size;
    },
  };
}
