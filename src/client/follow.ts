/** Who is told what a stream gives. */
export interface Follower<Value> {
  next(value: Value): void;
  /** It ended by a failure, of the stream or of `next`. Default: nothing. */
  error?(error: unknown): void;
  /** It ended by itself. */
  done?(): void;
}

/**
 * Calls back for each value of a stream that `open` makes, which gets the signal that ends it. Answers a function that stops it: nothing
 * is called after that. For what has no `for await`, such as an effect of a component.
 */
export function follow<Value>(open: (signal: AbortSignal) => AsyncIterable<Value>, follower: Follower<Value>): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for await (const value of open(signal)) {
      if (signal.aborted) return;
      follower.next(value);
    }
  };
  run().then(
    () => signal.aborted || follower.done?.(),
    (error: unknown) => signal.aborted || follower.error?.(error),
  );
  return () => stopping.abort();
}
