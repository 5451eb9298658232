import type { BatchedQueue, Metrics } from './metrics.js';
import { NO_TRACER, type Place, type Tracer } from './tracer.js';

/** A full queue refuses at once: waiting longer than this would only time out elsewhere. */
export class QueueFullError extends Error {}

/** An item's turn did not come in time. It was taken out of the queue: nothing is done of it. */
export class WaitedTooLongError extends Error {}

/** What deciding a batch may say of one item: an answer, or that it has to be asked again behind those of its batch. */
export type Decision<Answer> = { answer: Answer } | 'RETRY';

/** Gives the items of a batch, in order, those whose time is over left out: called once it can be decided at once. */
export type Take<Item> = () => Item[];

/** One queue in front of one contended row. */
export interface BatchQueue<Item, Answer> {
  /** Resolves with the item's own answer; rejects with its own failure, QueueFullError or WaitedTooLongError. */
  push(item: Item): Promise<Answer>;
}

interface QueueOptions {
  /** Who is told of batches, and by which name. */
  watched?: { queue: BatchedQueue; metrics: Pick<Metrics, 'batchTaken'>; tracer: Tracer };
  maxBatch: number;
  maxWaiting: number;
  /** How long an item waits to be taken. What is taken is decided, however long that takes. */
  maxWaitMs: number;
  /** Whether the failure of a batch may be one item's fault. */
  blames(error: unknown): boolean;
  /** Whether nothing was decided because somebody else held the row: all of the batch are asked again while their time lasts. */
  isHeldUp(error: unknown): boolean;
}

interface Waiting<Item, Answer> {
  item: Item;
  endsAtMs: number;
  /** Where it stands in a trace. */
  place: Place | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * First in, first out, one batch in flight: what arrives while a batch is decided is the next batch. Connections that
 * contend for one row only hurt each other, so a process sends one statement at a time and puts everybody in it.
 *
 * `decide` takes the items when it has what it needs to decide them, a connection, and answers in the same order; it writes all or
 * nothing. Until then they wait, each as long as it may. When it throws because of an item (`blames`), the batch is halved until
 * that item stands alone and fails alone; any other failure is everybody's. A decision of RETRY puts the item at the head of the
 * next batch; at least one item of a batch must get an answer.
 */
export function createBatchQueue<Item, Answer>(
  options: QueueOptions & {
    decide(take: Take<Item>): Promise<Decision<Answer>[]>;
    /** Nothing waits and nothing is under way any more. */
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

  // One timer for all: those in front came first. It is left to run when they are gone, or every batch would set and clear one.
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

  /** Answers those to be asked again. */
  const settle = async (take: () => Waiting<Item, Answer>[]): Promise<Waiting<Item, Answer>[]> => {
    let batch: Waiting<Item, Answer>[] | undefined;
    try {
      const decisions = await decide(() => (batch = take()).map(({ item }) => item));
      return answer(batch ?? [], decisions);
    } catch (error) {
      if (batch && isHeldUp(error)) return batch;
      if (!batch || batch.length === 1 || !blames(error)) {
        // Before it took anybody, nobody could be decided.
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
        // A microtask later, so that what arrives in the same tick shares the first batch.
        if (!running) {
          running = true;
          queueMicrotask(() => void run());
        }
      });
    },
  };
}

/** Queues in front of contended rows, one a row. */
export interface BatchQueues<Item, Answer> {
  push(key: string, item: Item): Promise<Answer>;
  /** Queues that exist: those with somebody in them. */
  readonly size: number;
}

/** One queue a key, made when first needed and dropped when idle, so that the map holds live queues only. */
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
