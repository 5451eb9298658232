/** A full queue refuses at once: waiting longer than this would only time out elsewhere. */
export class QueueFullError extends Error {}

/** What deciding a batch may say of one item: an answer, or that it has to be asked again behind those of its batch. */
export type Decision<Answer> = { answer: Answer } | 'RETRY';

/** One queue in front of one contended row. */
export interface BatchQueue<Item, Answer> {
  /** Resolves with the item's own answer; rejects with its own failure, or QueueFullError. */
  push(item: Item): Promise<Answer>;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * First in, first out, one batch in flight: what arrives while a batch is decided is the next batch. Connections that
 * contend for one row only hurt each other, so a process sends one statement at a time and puts everybody in it.
 *
 * `decide` gets the items in order and answers in the same order; it writes all or nothing. When it throws because of an
 * item (`blames`), the batch is halved until that item stands alone and fails alone; any other failure is everybody's. A
 * decision of RETRY puts the item at the head of the next batch; at least one item of a batch must get an answer.
 */
export function createBatchQueue<Item, Answer>(options: {
  maxBatch: number;
  maxWaiting: number;
  decide(items: Item[]): Promise<Decision<Answer>[]>;
  blames(error: unknown): boolean;
  /** Nothing waits and nothing is under way any more. */
  onIdle?(): void;
}): BatchQueue<Item, Answer> {
  const { maxBatch, maxWaiting, decide, blames, onIdle } = options;
  let waiting: Waiting<Item, Answer>[] = [];
  let running = false;

  const settle = async (batch: Waiting<Item, Answer>[]): Promise<Waiting<Item, Answer>[]> => {
    let decisions: Decision<Answer>[];
    try {
      decisions = await decide(batch.map(({ item }) => item));
    } catch (error) {
      if (batch.length === 1 || !blames(error)) {
        for (const { reject } of batch) reject(error);
        return [];
      }
      const middle = Math.ceil(batch.length / 2);
      return [...(await settle(batch.slice(0, middle))), ...(await settle(batch.slice(middle)))];
    }
    return batch.filter(({ resolve, reject }, i) => {
      const decision = decisions[i];
      if (decision === 'RETRY') return true;
      if (decision) resolve(decision.answer);
      else reject(new Error('the batch left an item without a decision'));
      return false;
    });
  };

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const again = await settle(batch);
      if (again.length > 0) waiting = [...again, ...waiting];
    }
    running = false;
    onIdle?.();
  };

  return {
    push(item) {
      if (waiting.length >= maxWaiting) return Promise.reject(new QueueFullError('the queue is full'));
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
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
export function createBatchQueues<Item, Answer>(options: {
  maxBatch: number;
  maxWaiting: number;
  decide(key: string, items: Item[]): Promise<Decision<Answer>[]>;
  blames(error: unknown): boolean;
}): BatchQueues<Item, Answer> {
  const queues = new Map<string, BatchQueue<Item, Answer>>();
  return {
    push(key, item) {
      let queue = queues.get(key);
      if (!queue) {
        queue = createBatchQueue({ ...options, decide: (items) => options.decide(key, items), onIdle: () => queues.delete(key) });
        queues.set(key, queue);
      }
      return queue.push(item);
    },
    get size() {
      return queues.size;
    },
  };
}
