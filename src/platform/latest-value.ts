/** A stream with room for one value, which the next one replaces: a slow reader gets the latest and costs no memory. */
export interface LatestValue<Value> {
  put(value: Value): void;
  end(): void;
  stream: AsyncIterableIterator<Value>;
}

export function createLatestValue<Value>(onEnd: () => void): LatestValue<Value> {
  // In an array, so that undefined may be a value.
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
