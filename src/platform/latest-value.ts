/** A stream with room for one value: what was not read is replaced, so that a slow reader costs no memory and gets the latest. */
export interface LatestValue<Value> {
  put(value: Value): void;
  /** Ends the stream, the value that was not read yet with it. */
  end(): void;
  /** For one reader. */
  stream: AsyncIterableIterator<Value>;
}

/** Makes one; `onEnd` is called once, whichever side ends it. */
export function createLatestValue<Value>(onEnd: () => void): LatestValue<Value> {
  // In a box, so that any value may be one.
  let waiting: [Value] | undefined;
  let wake: (() => void) | undefined;
  let ended = false;

  const end = (): void => {
    if (ended) return;
    ended = true;
    waiting = undefined;
    wake?.();
    onEnd();
  };
  const done: IteratorResult<Value> = { done: true, value: undefined };

  return {
    put(value) {
      if (ended) return;
      waiting = [value];
      wake?.();
    },
    end,
    stream: {
      async next() {
        if (!waiting && !ended) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!waiting) return done;
        const [value] = waiting;
        waiting = undefined;
        return { done: false, value };
      },
      async return() {
        end();
        return done;
      },
      async throw(error) {
        end();
        throw error;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    },
  };
}
