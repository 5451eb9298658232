import type { BatchedQueue, Metrics } from './metrics.js';
import { NO_TRACER, type Place, type Tracer } from './tracer.js';

export class QueueFullError extends Error {}

/** Nothing was done. */
export class WaitedTooLongError extends Error {}

export type Decision<Answer> = { answer: Answer } | 'RETRY';

export type Take<Item> = () => Item[];

export interface BatchQueue<Item, Answer> {
  /** Rejects with the item's failure, QueueFullError or WaitedTooLongError. */
  push(item: Item): Promise<Answer>;
}

interface QueueOptions {
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
 * batch is halved. RETRY puts an item first in the next batch; at least one item must be answered.
 */
export function createBatchQueue<Item, Answer>(
  options: QueueOptions & {
    decide(take: Take<Item>): Promise<Decision<Answer>[]>;
    onIdle?(): void;
  },
): BatchQueue<Item, Answer> {
  const { watched, maxBatch, maxWaiting, maxWaitMs, decide, blames, isHeldUp, onIdle } = options;
  const tracer = watched?.tracer ?? NO_TRACER;
  let waiting: Waiting<Item, Answer>[] = [];
  let running = false;
  let timer: NodeJS.Timeout | undefined;

  const sendAway = (untilMs: number): void => {
    const kept = waiting.findIndex(({ endsAtMs }) => endsAtMs > untilMs);
    const late = waiting.splice(0, kept < 0 ? waiting.length : kept);
    for (const { reject } of late) reject(new WaitedTooLongError('its turn did not come in time'));
  };

  // One timer: the first item waits longest. It is not reset for each batch.
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

  const answer = (batch: Waiting<Item, Answer>[], decisions: Decision<Answer>[]): Waiting<Item, Answer>[] =>
    batch.filter(({ resolve, reject }, i) => {
      const decision = decisions[i];
      if (decision === 'RETRY') return true;
      if (decision) resolve(decision.answer);
      else reject(new Error('the batch left an item without a decision'));
      return false;
    });

  const settle = async (take: () => Waiting<Item, Answer>[]): Promise<Waiting<Item, Answer>[]> => {
    let batch: Waiting<Item, Answer>[] | undefined;
    try {
      const decisions = await decide(() => (batch = take()).map(({ item }) => item));
      return answer(batch ?? [], decisions);
    } catch (error) {
      if (batch && isHeldUp(error)) return batch;
      if (!batch || batch.length === 1 || !blames(error)) {
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
    const batch = waiting.splice(0, maxBatch);
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
      const again = await decideNext();
      if (again.length === 0) continue;
      waiting = [...again, ...waiting];
      clearTimeout(timer);
      timer = undefined;
      watch();
    }
    running = false;
    onIdle?.();
  };

  return {
    push(item) {
      if (waiting.length >= maxWaiting) return Promise.reject(new QueueFullError('the queue is full'));
      return new Promise((resolve, reject) => {
        waiting.push({ item, endsAtMs: performance.now() + maxWaitMs, place: tracer.here(), resolve, reject });
        watch();
        // So that what arrives in the same tick shares the first batch.
        if (!running) {
          running = true;
          queueMicrotask(() => void run());
        }
      });
    },
  };
}

export interface BatchQueues<Item, Answer> {
  push(key: string, item: Item): Promise<Answer>;
  readonly size: number;
}

export function createBatchQueues<Item, Answer>(
  options: QueueOptions & { decide(key: string, take: Take<Item>): Promise<Decision<Answer>[]> },
): BatchQueues<Item, Answer> {
  const queues = new Map<string, BatchQueue<Item, Answer>>();
  return {
    push(key, item) {
      let queue = queues.get(key);
      if (!queue) {
        queue = createBatchQueue({ ...options, decide: (take) => options.decide(key, take), onIdle: () => queues.delete(key) });
        queues.set(key, queue);
      }
      return queue.push(item);
    },
    get size() {
      return queues.size;
    },
  };
}
